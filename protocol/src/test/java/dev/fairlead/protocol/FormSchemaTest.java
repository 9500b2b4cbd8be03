package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fairlead.protocol.FormField.Choice;
import dev.fairlead.protocol.FormField.Choices;
import dev.fairlead.protocol.FormField.Flag;
import dev.fairlead.protocol.FormField.Heading;
import dev.fairlead.protocol.FormField.Option;
import dev.fairlead.protocol.FormField.Other;
import dev.fairlead.protocol.FormField.Text;
import dev.fairlead.protocol.rpc.Json;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormSchemaTest {
    private static final Heading BARE = new Heading("f", null, null, false, null);

    private static FormField field(String schema) {
        return form("{\"f\":" + schema + "}").fields().getFirst();
    }

    private static FormSchema form(String properties) {
        return FormSchema.from(
                Json.parse("{\"type\":\"object\",\"properties\":" + properties + ",\"required\":[\"r\",7]}"));
    }

    @Test
    void readsTexts() {
        assertThat(field("{\"type\":\"string\"}")).isEqualTo(new Text(BARE, null, null, null));
        assertThat(field("{\"type\":\"string\",\"format\":\"email\",\"minLength\":1,\"maxLength\":9}"))
                .isEqualTo(new Text(BARE, "email", 1L, 9L));
        assertThat(field("{\"type\":\"string\",\"format\":7,\"minLength\":\"1\",\"maxLength\":1.5}"))
                .isEqualTo(new Text(BARE, null, null, null));
    }

    @Test
    void readsNumbers() {
        assertThat(field("{\"type\":\"integer\",\"minimum\":0,\"maximum\":150}"))
                .isEqualTo(new FormField.Number(BARE, true, BigDecimal.ZERO, BigDecimal.valueOf(150)));
        assertThat(field("{\"type\":\"number\",\"minimum\":0.5}"))
                .isEqualTo(new FormField.Number(BARE, false, new BigDecimal("0.5"), null));
    }

    @Test
    void readsFlags() {
        assertThat(field("{\"type\":\"boolean\"}")).isEqualTo(new Flag(BARE));
    }

    @Test
    void readsChoicesOfEveryRevision() {
        assertThat(field("{\"type\":\"string\",\"enum\":[\"s\",\"m\"]}"))
                .isEqualTo(new Choice(BARE, List.of(new Option("s", "s"), new Option("m", "m"))));
        assertThat(field("{\"type\":\"string\",\"enum\":[\"s\",\"m\"],\"enumNames\":[\"Small\"]}"))
                .isEqualTo(new Choice(BARE, List.of(new Option("s", "Small"), new Option("m", "m"))));
        assertThat(field("{\"type\":\"string\",\"oneOf\":[{\"const\":\"s\",\"title\":\"Small\"},{\"const\":\"m\"}]}"))
                .isEqualTo(new Choice(BARE, List.of(new Option("s", "Small"), new Option("m", "m"))));
    }

    @Test
    void readsMultipleChoices() {
        assertThat(
                        field(
                                "{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"s\"]},\"minItems\":1,\"maxItems\":2}"))
                .isEqualTo(new Choices(BARE, List.of(new Option("s", "s")), 1L, 2L));
        assertThat(field("{\"type\":\"array\",\"items\":{\"anyOf\":[{\"const\":\"s\",\"title\":\"Small\"}]}}"))
                .isEqualTo(new Choices(BARE, List.of(new Option("s", "Small")), null, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "true",
                "null",
                "{\"type\":\"object\"}",
                "{\"type\":[\"string\",\"null\"]}",
                "{\"type\":\"string\",\"enum\":[1]}",
                "{\"type\":\"string\",\"enum\":[]}",
                "{\"type\":\"string\",\"oneOf\":[{\"title\":\"x\"}]}",
                "{\"type\":\"string\",\"oneOf\":7}",
                "{\"type\":\"array\"}",
                "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}",
            })
    void keepsWhatFormsDoNotHave(String schema) {
        assertThat(field(schema)).isEqualTo(new Other(BARE, Json.parse(schema)));
    }

    @Test
    void readsWhatAllFieldsHave() {
        var field = form("{\"r\":{\"type\":\"boolean\",\"title\":\"T\",\"description\":\"D\",\"default\":true}}")
                .fields()
                .getFirst();
        assertThat(field.heading()).isEqualTo(new Heading("r", "T", "D", true, Json.parse("true")));
        assertThat(field.displayName()).isEqualTo("T");
        assertThat(field("{}").displayName()).isEqualTo("f");
    }

    @Test
    void collectsDefaults() {
        var form = form("""
            {"a":{"type":"string","default":"x"},"b":{"type":"integer"},
             "c":{"type":"array","items":{"enum":["p"]},"default":["p"]},"d":{"type":"boolean","default":false}}\
            """);
        assertThat(form.defaults()).isEqualTo(Json.parse("{\"a\":\"x\",\"c\":[\"p\"],\"d\":false}"));
        form.defaults().put("a", "changed").withArray("c").removeAll();
        assertThat(form.defaults()).isEqualTo(Json.parse("{\"a\":\"x\",\"c\":[\"p\"],\"d\":false}"));
    }

    @Test
    void keepsTheOrderOfTheFields() {
        assertThat(form("{\"z\":{},\"a\":{},\"m\":{}}").fields())
                .extracting(FormField::name)
                .containsExactly("z", "a", "m");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"type\":\"object\"}",
                "{\"properties\":{}}",
                "{\"type\":\"array\",\"properties\":{}}",
                "{\"type\":\"object\",\"properties\":[]}",
                "[]"
            })
    void refusesWhatIsNoForm(String schema) {
        assertThatThrownBy(() -> FormSchema.from(Json.parse(schema))).isInstanceOf(BadShape.class);
    }
}
