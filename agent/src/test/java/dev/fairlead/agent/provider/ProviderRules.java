package dev.fairlead.agent.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What the documentation of the providers says about the requests that they refuse. */
final class ProviderRules {
    private static final String NAME = "[A-Za-z0-9_-]{1,64}";
    private static final String CHAT_ID = "[A-Za-z0-9_-]{1,40}";

    private ProviderRules() {}

    static void check(Recorded.Provider provider, JsonNode body, String where) {
        assertThat(body.has("tools") && body.path("tools").isEmpty()).as(where).isFalse();
        switch (provider) {
            case OPENAI_CHAT -> chat(body, where);
            case OPENAI_RESPONSES -> responses(body, where);
            case ANTHROPIC -> anthropic(body, where);
            case OLLAMA -> ollama(body, where);
        }
    }

    private static void chat(JsonNode body, String where) {
        List<String> waiting = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        String before = "";
        for (JsonNode message : body.path("messages")) {
            String role = message.path("role").stringValue();
            if (role.equals("tool")) {
                assertThat(waiting).as(where).isNotEmpty();
                assertThat(message.path("tool_call_id").stringValue()).as(where).isEqualTo(waiting.removeFirst());
                assertThat(message.path("content").stringValue()).as(where).isNotBlank();
            } else {
                assertThat(waiting).as(where).isEmpty();
                assertThat(before.equals("assistant") && role.equals("assistant"))
                        .as(where)
                        .isFalse();
                if (role.equals("user")) {
                    spoken(message.path("content"), where);
                }
                for (JsonNode call : message.path("tool_calls")) {
                    assertThat(call.path("id").stringValue()).as(where).matches(CHAT_ID);
                    assertThat(call.at("/function/name").stringValue())
                            .as(where)
                            .matches(NAME);
                    assertThat(ids.add(call.path("id").stringValue())).as(where).isTrue();
                    waiting.add(call.path("id").stringValue());
                }
            }
            before = role;
        }
        assertThat(waiting).as(where).isEmpty();
        assertThat(before).as(where).isIn("user", "tool");
    }

    private static void spoken(JsonNode content, String where) {
        if (content.isString()) {
            assertThat(content.stringValue()).as(where).isNotBlank();
            return;
        }
        assertThat(content.isEmpty()).as(where).isFalse();
        for (JsonNode part : content) {
            if (part.has("text")) {
                assertThat(part.path("text").stringValue()).as(where).isNotBlank();
            }
            assertThat(part.toString()).as(where).doesNotContain("audio/wav;");
        }
    }

    private static void responses(JsonNode body, String where) {
        Set<String> called = new HashSet<>();
        Set<String> answered = new HashSet<>();
        JsonNode before = body.path("nothing");
        for (JsonNode item : body.path("input")) {
            switch (item.path("type").stringValue("user")) {
                case "function_call" -> {
                    assertThat(item.path("name").stringValue()).as(where).matches(NAME);
                    assertThat(called.add(item.path("call_id").stringValue()))
                            .as(where)
                            .isTrue();
                }
                case "function_call_output" -> {
                    assertThat(called).as(where).contains(item.path("call_id").stringValue());
                    assertThat(answered.add(item.path("call_id").stringValue()))
                            .as(where)
                            .isTrue();
                }
                case "reasoning" -> {
                    assertThat(item.path("id").stringValue()).as(where).isNotEmpty();
                    assertThat(item.path("encrypted_content").stringValue())
                            .as(where)
                            .isNotEmpty();
                    assertThat(item.path("summary").isArray()).as(where).isTrue();
                }
                case "message" -> spoken(item.path("content"), where);
                default -> {
                    assertThat(before.path("type").stringValue("")).as(where).isNotEqualTo("reasoning");
                    spoken(item.path("content"), where);
                }
            }
            before = item;
        }
        assertThat(answered).as(where).isEqualTo(called);
        assertThat(before.path("type").stringValue("user")).as(where).isIn("user", "function_call_output");
    }

    private static void anthropic(JsonNode body, String where) {
        assertThat(body.path("max_tokens").intValue()).as(where).isPositive();
        assertThat(body.path("messages").isEmpty()).as(where).isFalse();
        String expected = "user";
        Set<String> ids = new HashSet<>();
        List<String> waiting = new ArrayList<>();
        for (JsonNode message : body.path("messages")) {
            assertThat(message.path("role").stringValue()).as(where).isEqualTo(expected);
            expected = expected.equals("user") ? "assistant" : "user";
            JsonNode content = message.path("content");
            spoken(content, where);
            for (JsonNode block : content) {
                switch (block.path("type").stringValue()) {
                    case "tool_use" -> {
                        assertThat(body.path("tools").isEmpty()).as(where).isFalse();
                        assertThat(block.path("id").stringValue()).as(where).matches(NAME);
                        assertThat(block.path("name").stringValue()).as(where).matches(NAME);
                        assertThat(block.path("input").isObject()).as(where).isTrue();
                        assertThat(ids.add(block.path("id").stringValue()))
                                .as(where)
                                .isTrue();
                        waiting.add(block.path("id").stringValue());
                    }
                    case "tool_result" -> {
                        assertThat(waiting).as(where).isNotEmpty();
                        assertThat(block.path("tool_use_id").stringValue())
                                .as(where)
                                .isEqualTo(waiting.removeFirst());
                        spoken(block.path("content"), where);
                    }
                    case "thinking" ->
                        assertThat(block.path("signature").stringValue())
                                .as(where)
                                .isNotEmpty();
                    default -> {
                        if (message.path("role").stringValue().equals("user")) {
                            assertThat(waiting).as(where).isEmpty();
                        }
                    }
                }
            }
            String last = content.path(content.size() - 1).path("type").stringValue();
            assertThat(last).as(where).isNotEqualTo("thinking");
        }
        assertThat(waiting).as(where).isEmpty();
        assertThat(expected).as(where).isEqualTo("assistant"); // A person spoke last.
    }

    /** Checks that the calls of a turn are answered in the next, each by its name, and that a person spoke last. */
    static void gemini(JsonNode body, String where) {
        List<String> waiting = new ArrayList<>();
        String before = "";
        for (JsonNode content : body.path("contents")) {
            String role = content.path("role").stringValue();
            assertThat(role).as(where).isIn("user", "model");
            assertThat(content.path("parts").isEmpty()).as(where).isFalse();
            for (JsonNode part : content.path("parts")) {
                if (part.has("functionResponse")) {
                    assertThat(waiting).as(where).isNotEmpty();
                    assertThat(part.at("/functionResponse/name").stringValue())
                            .as(where)
                            .isEqualTo(waiting.removeFirst());
                } else if (part.has("functionCall")) {
                    assertThat(role).as(where).isEqualTo("model");
                    waiting.add(part.at("/functionCall/name").stringValue());
                } else if (role.equals("user")) {
                    assertThat(waiting).as(where).isEmpty();
                }
            }
            if (role.equals("user")) {
                assertThat(waiting).as(where).isEmpty();
            }
            before = role;
        }
        assertThat(before).as(where).isEqualTo("user");
    }

    private static void ollama(JsonNode body, String where) {
        int waiting = 0;
        for (JsonNode message : body.path("messages")) {
            assertThat(message.path("content").isString()).as(where).isTrue();
            if (message.path("role").stringValue().equals("tool")) {
                assertThat(waiting--).as(where).isPositive();
                assertThat(message.path("tool_name").stringValue()).as(where).matches(NAME);
            } else {
                assertThat(waiting).as(where).isZero();
            }
            waiting += message.path("tool_calls").size();
        }
        assertThat(waiting).as(where).isZero();
    }
}
