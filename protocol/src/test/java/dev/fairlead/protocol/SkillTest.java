package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SkillTest {
    private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);
    private static final String FRONTMATTER = "{'name':'a','description':'d','license':'MIT'}";

    private static Skill skill(String frontmatter, String resources) {
        var text = "{'uri':'skill://a/SKILL.md','frontmatter':%s,'resources':%s}".formatted(frontmatter, resources);
        return Skill.from(Json.parse(text.replace('\'', '"')));
    }

    @Test
    void anEntryHasItsFilesOrSaysThatTheyAreDynamic() {
        var listed = skill(FRONTMATTER, "[{'uri':'skill://a/SKILL.md','digest':'%s','size':3}]".formatted(DIGEST));
        assertThat(listed.name()).isEqualTo("a");
        assertThat(listed.description()).isEqualTo("d");
        assertThat(listed.frontmatter().path("license").stringValue()).isEqualTo("MIT");
        assertThat(listed.dynamic()).isFalse();
        assertThat(listed.resources()).containsExactly(SkillResource.of("skill://a/SKILL.md", DIGEST, 3));

        var dynamic = skill(FRONTMATTER, "'dynamic'");
        assertThat(dynamic.dynamic()).isTrue();
        assertThat(dynamic.resources()).isEmpty();
        assertThat(dynamic).isEqualTo(Skill.dynamic("skill://a/SKILL.md", listed.frontmatter()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "'static'",
                "{}",
                "true",
                "[7]",
                "[{'uri':'u','digest':'%s'}]",
                "[{'uri':'u','size':1}]",
                "[{'digest':'%s','size':1}]",
                "[{'uri':'u','digest':'%s','size':-1}]",
                "[{'uri':'u','digest':'%s','size':1.5}]",
                "[{'uri':'u','digest':'%s0','size':1}]",
                "[{'uri':'u','digest':'SHA256:x','size':1}]"
            })
    @Tag("J-31")
    void filesInAnyOtherFormAreRefused(String resources) {
        assertThatThrownBy(() -> skill(FRONTMATTER, resources.formatted(DIGEST)))
                .isInstanceOf(BadShape.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'name':'a'}", "{'description':'d'}", "{'name':7,'description':'d'}", "'name: a'", "[]"})
    @Tag("J-31")
    void frontMatterWithoutNameOrDescriptionIsRefused(String frontmatter) {
        assertThatThrownBy(() -> skill(frontmatter, "'dynamic'")).isInstanceOf(BadShape.class);
    }

    @Test
    void whatIsDynamicListsNoFiles() {
        var file = SkillResource.of("u", DIGEST, 1);
        assertThatThrownBy(() -> new Skill("u", Json.object(), List.of(file), true, Json.object()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
