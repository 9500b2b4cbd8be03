package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Every record in the shape of every revision that has it. */
final class Samples {
    private static final List<Sample> ALL = new ArrayList<>();

    private Samples() {}

    static List<Sample> all() {
        return List.copyOf(ALL);
    }

    private static <T> void add(String name, Function<JsonNode, T> read, Function<T, JsonNode> write, String... texts) {
        add(name, true, read, write, texts);
    }

    private static <T> void add(
            String name, boolean open, Function<JsonNode, T> read, Function<T, JsonNode> write, String... texts) {
        for (var text : texts) {
            ALL.add(new Sample(name, json -> write.apply(read.apply(json)), open, text));
        }
    }

    /** Writes a record after it has been asked {@code question}, which must not fail either. */
    private static <T> Function<T, JsonNode> asking(Function<T, JsonNode> write, Function<T, Object> question) {
        return value -> {
            assertThat(question.apply(value)).isNotNull();
            return write.apply(value);
        };
    }

    static {
        basics();
        tools();
        content();
        resources();
        prompts();
        sampling();
        questions();
        tasks();
        utilities();
    }

    private static void basics() {
        add("Implementation", Implementation::from, Implementation::toJson, """
            {"name":"acme","version":"1.0.0"}\
            """, """
            {"name":"acme","version":"1.0.0","title":"Acme"}\
            """, """
            {"name":"acme","version":"1.0.0","title":"Acme","description":"All of it","websiteUrl":"https://acme.example",
             "icons":[{"src":"https://acme.example/i.png","mimeType":"image/png","sizes":["48x48","any"],"theme":"dark"}]}\
            """, """
            {"name":"","version":"","title":null,"icons":[]}\
            """);
        add("Icon", Icon::from, Icon::toJson, """
            {"src":"data:image/png;base64,AA=="}\
            """, """
            {"src":"https://a.example/i.svg","mimeType":"image/svg+xml","sizes":["any"],"theme":"light"}\
            """, """
            {"src":"https://a.example/i.svg","sizes":"48x48","theme":"sepia"}\
            """);
        add("Annotations", Annotations::from, Annotations::toJson, "{}", """
            {"audience":["user","assistant"],"priority":0.8}\
            """, """
            {"audience":["user"],"priority":1,"lastModified":"2025-01-12T15:00:58Z"}\
            """, """
            {"audience":[],"priority":1.0}\
            """, """
            {"audience":["nobody"],"priority":0.12345678901234567890123}\
            """);
        add(
                "ServerCapabilities",
                ServerCapabilities::from,
                asking(
                        ServerCapabilities::toJson,
                        capabilities -> List.of(capabilities.taskCalls(), capabilities.extension("x"))),
                "{}",
                """
                {"experimental":{"x":{}},"logging":{},"prompts":{"listChanged":true},
                 "resources":{"listChanged":false,"subscribe":true},"tools":{"listChanged":true}}\
                """,
                """
                {"tools":{},"completions":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}}\
                """,
                """
                {"tools":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}\
                """);
    }

    private static void tools() {
        add(
                "Tool",
                Tool::from,
                asking(
                        Tool::toJson,
                        tool -> List.of(tool.displayName(), tool.hints().destructive(), tool.taskSupport())),
                """
                {"name":"add","description":"Adds","inputSchema":{"type":"object","properties":{"a":{"type":"number"}},"required":["a"]}}\
                """,
                """
                {"name":"rm","inputSchema":{"type":"object"},
                 "annotations":{"title":"Remove","readOnlyHint":false,"destructiveHint":true,"idempotentHint":true,"openWorldHint":false}}\
                """,
                """
                {"name":"add","title":"Sum","inputSchema":{"type":"object"},
                 "outputSchema":{"type":"object","properties":{"sum":{"type":"number"}},"required":["sum"]},"_meta":{"a.example/k":1}}\
                """,
                """
                {"name":"add","inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"},
                 "icons":[{"src":"https://a.example/i.png"}],"execution":{"taskSupport":"optional"},"annotations":{}}\
                """,
                """
                {"name":"add","inputSchema":{"type":"object","oneOf":[{"required":["a"]}]},"outputSchema":{"type":"array"}}\
                """,
                """
                {"name":"add","description":null,"inputSchema":{},"outputSchema":null,"annotations":null,"icons":[],"_meta":null}\
                """);
        add("ToolExecution", ToolExecution::from, ToolExecution::toJson, "{}", """
            {"taskSupport":"required"}\
            """, """
            {"taskSupport":"sometimes"}\
            """);
        add(
                "CallToolResult",
                CallToolResult::from,
                asking(CallToolResult::toJson, CallToolResult::text),
                """
                {"content":[{"type":"text","text":"3"}]}\
                """,
                """
                {"content":[],"isError":false,"_meta":{}}\
                """,
                """
                {"content":[{"type":"text","text":"no"},{"type":"hologram","beams":7}],"isError":true}\
                """,
                """
                {"content":[{"type":"text","text":"{}"}],"structuredContent":{"sum":3}}\
                """,
                """
                {"resultType":"complete","content":[],"structuredContent":null}\
                """,
                """
                {"resultType":"complete","content":[],"structuredContent":[1,2.50,"x"],
                 "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}\
                """);
    }

    private static void content() {
        add(
                "ContentBlock",
                ContentBlock::from,
                ContentBlock::toJson,
                """
                {"type":"text","text":"hello","annotations":{"audience":["user"],"priority":0.5}}\
                """,
                """
                {"type":"image","data":"AAEC","mimeType":"image/png","_meta":{"k":null}}\
                """,
                """
                {"type":"audio","data":"AAEC","mimeType":"audio/wav","annotations":{}}\
                """,
                """
                {"type":"resource","resource":{"uri":"file:///a","mimeType":"text/plain","text":"A"}}\
                """,
                """
                {"type":"resource","resource":{"uri":"file:///a","blob":"AAEC","_meta":{}},"annotations":{"priority":0},"_meta":{}}\
                """,
                """
                {"type":"resource_link","uri":"file:///a","name":"a","title":"A","description":"d","mimeType":"text/plain",
                 "size":12345678901,"annotations":{"priority":1},"icons":[{"src":"data:,"}],"_meta":{}}\
                """,
                """
                {"type":"tool_use","id":"1","name":"add","input":{"a":1},"_meta":{"k":1}}\
                """,
                """
                {"type":"tool_result","toolUseId":"1","content":[{"type":"text","text":"3"}],"structuredContent":{"sum":3},
                 "isError":false,"_meta":{}}\
                """,
                """
                {"type":"tool_result","toolUseId":"1","content":[],"structuredContent":null,"isError":true}\
                """,
                """
                {"type":"hologram","beams":[{"type":"text"}]}\
                """,
                """
                {"type":"text","words":"none"}\
                """);
    }

    private static void resources() {
        add("Resource", Resource::from, Resource::toJson, """
            {"uri":"file:///a","name":"a"}\
            """, """
            {"uri":"file:///a","name":"a","title":"A","description":"d","mimeType":"text/plain","size":12,
             "annotations":{"priority":0.25},"icons":[{"src":"data:,"}],"_meta":{"k":[]}}\
            """, """
            {"uri":"file:///a","name":"a","size":12.0}\
            """, """
            {"uri":"file:///a","name":"a","size":1e30}\
            """);
        add("Skill", Skill::from, Skill::toJson, """
            {"uri":"skill://a/SKILL.md","frontmatter":{"name":"a","description":"d"},"resources":"dynamic"}\
            """, """
            {"uri":"skill://a/SKILL.md","frontmatter":{"name":"a","description":"d","metadata":{"v":1.0}},"resources":[]}\
            """, """
            {"uri":"skill://a/SKILL.md","frontmatter":{"name":"a","description":"d","license":null},"resources":[
             {"uri":"skill://a/SKILL.md","size":12.0,
              "digest":"sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}]}\
            """);
        add(
                "ResourceTemplate",
                ResourceTemplate::from,
                asking(ResourceTemplate::toJson, template -> template.expand(Map.of("path", "a"))),
                """
                {"uriTemplate":"file:///{path}","name":"files"}\
                """,
                """
                {"uriTemplate":"file:///{+path}","name":"files","title":"Files","description":"d","mimeType":"text/plain",
                 "annotations":{"audience":["assistant"]},"icons":[{"src":"data:,"}],"_meta":{}}\
                """);
        add("ResourceContents", ResourceContents::from, ResourceContents::toJson, """
            {"uri":"file:///a","text":""}\
            """, """
            {"uri":"file:///a","mimeType":"text/plain","text":"A","_meta":{"k":true}}\
            """, """
            {"uri":"file:///a","mimeType":"image/png","blob":"AAEC","_meta":{}}\
            """, """
            {"uri":"file:///a","text":"A","blob":"AAEC"}\
            """);
        add(
                "ReadResourceResult",
                ReadResourceResult::from,
                asking(ReadResourceResult::toJson, ReadResourceResult::hint),
                """
                {"contents":[]}\
                """,
                """
                {"contents":[{"uri":"file:///a","text":"A"},{"uri":"file:///b","blob":""}],"_meta":{}}\
                """,
                """
                {"resultType":"complete","contents":[{"uri":"file:///a","text":"A"}],"ttlMs":5000,"cacheScope":"public"}\
                """);
    }

    private static void prompts() {
        add("Prompt", Prompt::from, Prompt::toJson, """
            {"name":"review"}\
            """, """
            {"name":"review","description":"d","arguments":[{"name":"code","description":"d","required":true},{"name":"x","required":false}]}\
            """, """
            {"name":"review","title":"Review","arguments":[{"name":"code","title":"Code"}],"icons":[{"src":"data:,"}],"_meta":{}}\
            """, """
            {"name":"review","arguments":[],"icons":null}\
            """);
        add("GetPromptResult", GetPromptResult::from, GetPromptResult::toJson, """
            {"messages":[{"role":"user","content":{"type":"text","text":"Review"}}]}\
            """, """
            {"description":"d","messages":[{"role":"assistant","content":{"type":"resource","resource":{"uri":"file:///a","text":"A"}}}],"_meta":{}}\
            """, """
            {"resultType":"complete","messages":[{"role":"user","content":{"type":"hologram"}},
             {"role":"narrator","content":{"type":"resource_link","uri":"file:///a","name":"a"}}]}\
            """, """
            {"messages":[]}\
            """);
        add("CompletionReference", false, CompletionReference::from, CompletionReference::toJson, """
            {"type":"ref/prompt","name":"review"}\
            """, """
            {"type":"ref/resource","uri":"file:///{path}"}\
            """);
        add("Completion", Completion::from, Completion::toJson, """
            {"values":[]}\
            """, """
            {"values":["a","b"],"total":10,"hasMore":true}\
            """, """
            {"values":["a"],"total":1.0,"hasMore":false}\
            """);
    }

    private static void sampling() {
        add(
                "SamplingRequest",
                SamplingRequest::from,
                asking(SamplingRequest::toJson, SamplingRequest::problems),
                """
                {"messages":[{"role":"user","content":{"type":"text","text":"Hi"}}],"maxTokens":100}\
                """,
                """
                {"messages":[{"role":"user","content":{"type":"image","data":"AA==","mimeType":"image/png"}}],"maxTokens":100,
                 "systemPrompt":"Be brief","includeContext":"thisServer","temperature":0.7,"stopSequences":["END"],"metadata":{"k":1},
                 "modelPreferences":{"hints":[{"name":"claude"},{}],"costPriority":0,"speedPriority":0.5,"intelligencePriority":1}}\
                """,
                """
                {"messages":[{"role":"user","content":[{"type":"text","text":"Weather?"}],"_meta":{}},
                 {"role":"assistant","content":[{"type":"tool_use","id":"1","name":"w","input":{}},{"type":"tool_use","id":"2","name":"w","input":{}}]},
                 {"role":"user","content":[{"type":"tool_result","toolUseId":"1","content":[]},{"type":"tool_result","toolUseId":"2","content":[]}]}],
                 "maxTokens":1000,"tools":[{"name":"w","inputSchema":{"type":"object"}}],"toolChoice":{"mode":"auto"},
                 "task":{"ttl":60000},"_meta":{"progressToken":1}}\
                """,
                """
                {"messages":[],"maxTokens":1e2,"stopSequences":[],"tools":[],"toolChoice":{},"modelPreferences":{}}\
                """);
        add("SamplingResult", SamplingResult::from, SamplingResult::toJson, """
            {"role":"assistant","content":{"type":"text","text":"Hi"},"model":"m","stopReason":"endTurn"}\
            """, """
            {"role":"assistant","content":[{"type":"text","text":"Hi"}],"model":"m","_meta":{}}\
            """, """
            {"role":"assistant","content":[],"model":"m","stopReason":"toolUse"}\
            """);
        add("Root", Root::from, Root::toJson, """
            {"uri":"file:///home"}\
            """, """
            {"uri":"file:///home","name":"Home","_meta":{"k":1}}\
            """);
    }

    private static void questions() {
        add("FormSchema", FormSchema::from, asking(FormSchema::toJson, FormSchema::defaults), """
            {"type":"object","properties":{}}\
            """, """
            {"type":"object","properties":{"name":{"type":"string","title":"Name","description":"d","minLength":1,"maxLength":9,"format":"email"},
             "age":{"type":"integer","minimum":0,"maximum":150},"ok":{"type":"boolean","default":true},
             "size":{"type":"string","enum":["s","m"],"enumNames":["Small","Medium"]}},"required":["name"]}\
            """, """
            {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
             "w":{"type":"number","default":1.5},"c":{"type":"string","oneOf":[{"const":"r","title":"Red"}],"default":"r"},
             "cs":{"type":"array","items":{"anyOf":[{"const":"r","title":"Red"}]},"minItems":0,"maxItems":1,"default":["r"]},
             "ds":{"type":"array","items":{"type":"string","enum":["a"]}},"odd":{"type":"object"}}}\
            """);
        addQuestion("elicitation/create", """
            {"message":"Team?","requestedSchema":{"type":"object","properties":{"team":{"type":"string"}}}}\
            """, """
            {"mode":"form","message":"Team?","requestedSchema":{"type":"object","properties":{}},"_meta":{"progressToken":"x"}}\
            """, """
            {"mode":"url","message":"Pay","url":"https://pay.example","elicitationId":"e1"}\
            """, """
            {"mode":"url","message":"Pay","url":"https://pay.example"}\
            """);
        addQuestion("sampling/createMessage", """
            {"messages":[{"role":"user","content":{"type":"text","text":"Hi"}}],"maxTokens":100}\
            """);
        addQuestion("roots/list", "{}");
    }

    /** Questions are read only. */
    private static void addQuestion(String method, String... texts) {
        add(
                method,
                true,
                json -> json,
                json -> {
                    InputRequest.from(method, json);
                    return json;
                },
                texts);
    }

    private static void tasks() {
        add(
                "Task",
                Task::from,
                asking(
                        Task::toJson,
                        task -> List.of(task.result(), task.error(), task.inputRequests(), task.toExtensionJson())),
                """
                {"taskId":"1","status":"working","createdAt":"2025-11-25T10:30:00Z","lastUpdatedAt":"2025-11-25T10:40:00Z","ttl":null}\
                """,
                """
                {"taskId":"1","status":"input_required","statusMessage":"Ask","createdAt":"2025-11-25T10:30:00Z",
                 "lastUpdatedAt":"2025-11-25T10:40:00Z","ttl":60000,"pollInterval":5000,"_meta":{}}\
                """,
                """
                {"resultType":"task","taskId":"1","status":"working","createdAt":"2026-07-28T10:30:00Z",
                 "lastUpdatedAt":"2026-07-28T10:40:00Z","ttlMs":null}\
                """,
                """
                {"resultType":"complete","taskId":"1","status":"completed","createdAt":"2026-07-28T10:30:00Z",
                 "lastUpdatedAt":"2026-07-28T10:40:00Z","ttlMs":1000,"pollIntervalMs":250,"result":{"content":[]}}\
                """,
                """
                {"taskId":"1","status":"failed","createdAt":"","lastUpdatedAt":"","ttlMs":1000.5,"error":{"code":-32603,"message":"no"}}\
                """,
                """
                {"taskId":"1","status":"pondering","createdAt":"","lastUpdatedAt":"","ttl":99999999999999,"pollInterval":-1}\
                """);
    }

    private static void utilities() {
        add("Progress", false, Progress::from, asking(Progress::toJson, Progress::words), """
            {"progress":1}\
            """, """
            {"progress":0.5,"total":100,"message":"Copying"}\
            """);
        add("LogEntry", false, LogEntry::from, asking(LogEntry::toJson, LogEntry::text), """
            {"level":"warning","data":null}\
            """, """
            {"level":"emergency","logger":"db","data":{"error":"gone"}}\
            """);
        add("SubscriptionFilter", false, SubscriptionFilter::from, SubscriptionFilter::toJson, "{}", """
            {"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["file:///a","file:///b"]}\
            """);
    }
}
