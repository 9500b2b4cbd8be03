package dev.fairlead.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UriTemplateTest {
    private static final Map<String, Object> VALUES = values();

    /** The values of RFC 6570, section 3.2; {@code undef} stays undefined. */
    private static Map<String, Object> values() {
        var keys = new LinkedHashMap<String, String>();
        keys.put("semi", ";");
        keys.put("dot", ".");
        keys.put("comma", ",");
        return Map.ofEntries(
                Map.entry("count", List.of("one", "two", "three")),
                Map.entry("dom", List.of("example", "com")),
                Map.entry("dub", "me/too"),
                Map.entry("hello", "Hello World!"),
                Map.entry("half", "50%"),
                Map.entry("var", "value"),
                Map.entry("who", "fred"),
                Map.entry("base", "http://example.com/home/"),
                Map.entry("path", "/foo/bar"),
                Map.entry("list", List.of("red", "green", "blue")),
                Map.entry("keys", keys),
                Map.entry("v", 6),
                Map.entry("x", "1024"),
                Map.entry("y", "768"),
                Map.entry("empty", ""),
                Map.entry("empty_keys", Map.of()),
                Map.entry("empty_list", List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            value = {
                // Section 3.2.1
                "{count} one,two,three",
                "{count*} one,two,three",
                "{/count} /one,two,three",
                "{/count*} /one/two/three",
                "{;count} ;count=one,two,three",
                "{;count*} ;count=one;count=two;count=three",
                "{?count} ?count=one,two,three",
                "{?count*} ?count=one&count=two&count=three",
                "{&count*} &count=one&count=two&count=three",
                // Section 3.2.2, simple
                "{var} value",
                "{hello} Hello%20World%21",
                "{half} 50%25",
                "O{empty}X OX",
                "O{undef}X OX",
                "{x,y} 1024,768",
                "{x,hello,y} 1024,Hello%20World%21,768",
                "?{x,empty} ?1024,",
                "?{x,undef} ?1024",
                "?{undef,y} ?768",
                "{var:3} val",
                "{var:30} value",
                "{list} red,green,blue",
                "{list*} red,green,blue",
                "{keys} semi,%3B,dot,.,comma,%2C",
                "{keys*} semi=%3B,dot=.,comma=%2C",
                // Section 3.2.3, reserved
                "{+var} value",
                "{+hello} Hello%20World!",
                "{+half} 50%25",
                "{base}index http%3A%2F%2Fexample.com%2Fhome%2Findex",
                "{+base}index http://example.com/home/index",
                "O{+empty}X OX",
                "O{+undef}X OX",
                "{+path}/here /foo/bar/here",
                "here?ref={+path} here?ref=/foo/bar",
                "up{+path}{var}/here up/foo/barvalue/here",
                "{+x,hello,y} 1024,Hello%20World!,768",
                "{+path,x}/here /foo/bar,1024/here",
                "{+path:6}/here /foo/b/here",
                "{+list} red,green,blue",
                "{+list*} red,green,blue",
                "{+keys} semi,;,dot,.,comma,,",
                "{+keys*} semi=;,dot=.,comma=,",
                // Section 3.2.4, fragment
                "{#var} #value",
                "{#hello} #Hello%20World!",
                "{#half} #50%25",
                "foo{#empty} foo#",
                "foo{#undef} foo",
                "{#x,hello,y} #1024,Hello%20World!,768",
                "{#path,x}/here #/foo/bar,1024/here",
                "{#path:6}/here #/foo/b/here",
                "{#list} #red,green,blue",
                "{#list*} #red,green,blue",
                "{#keys} #semi,;,dot,.,comma,,",
                "{#keys*} #semi=;,dot=.,comma=,",
                // Section 3.2.5, label
                "{.who} .fred",
                "{.who,who} .fred.fred",
                "{.half,who} .50%25.fred",
                "www{.dom*} www.example.com",
                "X{.var} X.value",
                "X{.empty} X.",
                "X{.undef} X",
                "X{.var:3} X.val",
                "X{.list} X.red,green,blue",
                "X{.list*} X.red.green.blue",
                "X{.keys} X.semi,%3B,dot,.,comma,%2C",
                "X{.keys*} X.semi=%3B.dot=..comma=%2C",
                "X{.empty_keys} X",
                "X{.empty_keys*} X",
                // Section 3.2.6, path
                "{/who} /fred",
                "{/who,who} /fred/fred",
                "{/half,who} /50%25/fred",
                "{/who,dub} /fred/me%2Ftoo",
                "{/var} /value",
                "{/var,empty} /value/",
                "{/var,undef} /value",
                "{/var,x}/here /value/1024/here",
                "{/var:1,var} /v/value",
                "{/list} /red,green,blue",
                "{/list*} /red/green/blue",
                "{/list*,path:4} /red/green/blue/%2Ffoo",
                "{/keys} /semi,%3B,dot,.,comma,%2C",
                "{/keys*} /semi=%3B/dot=./comma=%2C",
                // Section 3.2.7, parameter
                "{;who} ;who=fred",
                "{;half} ;half=50%25",
                "{;empty} ;empty",
                "{;v,empty,who} ;v=6;empty;who=fred",
                "{;v,bar,who} ;v=6;who=fred",
                "{;x,y} ;x=1024;y=768",
                "{;x,y,empty} ;x=1024;y=768;empty",
                "{;x,y,undef} ;x=1024;y=768",
                "{;hello:5} ;hello=Hello",
                "{;list} ;list=red,green,blue",
                "{;list*} ;list=red;list=green;list=blue",
                "{;keys} ;keys=semi,%3B,dot,.,comma,%2C",
                "{;keys*} ;semi=%3B;dot=.;comma=%2C",
                // Section 3.2.8, query
                "{?who} ?who=fred",
                "{?half} ?half=50%25",
                "{?x,y} ?x=1024&y=768",
                "{?x,y,empty} ?x=1024&y=768&empty=",
                "{?x,y,undef} ?x=1024&y=768",
                "{?var:3} ?var=val",
                "{?list} ?list=red,green,blue",
                "{?list*} ?list=red&list=green&list=blue",
                "{?keys} ?keys=semi,%3B,dot,.,comma,%2C",
                "{?keys*} ?semi=%3B&dot=.&comma=%2C",
                // Section 3.2.9, continuation
                "{&who} &who=fred",
                "{&half} &half=50%25",
                "?fixed=yes{&x} ?fixed=yes&x=1024",
                "{&x,y,empty} &x=1024&y=768&empty=",
                "{&x,y,undef} &x=1024&y=768",
                "{&var:3} &var=val",
                "{&list} &list=red,green,blue",
                "{&list*} &list=red&list=green&list=blue",
                "{&keys} &keys=semi,%3B,dot,.,comma,%2C",
                "{&keys*} &semi=%3B&dot=.&comma=%2C",
                // Literals
                "file:///a file:///a",
                "ü{var} %C3%BCvalue",
                "50%25{var} 50%25value",
                "50%{var} 50%25value",
            })
    void expandsTheExamplesOfTheRfc(String template, String expected) {
        assertThat(UriTemplate.of(template).expand(VALUES)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{undef}", "{?undef}", "{empty_list}", "{?empty_list*}", "{/empty_keys*}", ""})
    void leavesNothingWhereThereIsNoValue(String template) {
        assertThat(UriTemplate.of(template).expand(VALUES)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "}",
                "{}",
                "{var",
                "a}b",
                "{{var}}",
                "{var}}",
                "{a b}",
                "{!var}",
                "{=var}",
                "{|var}",
                "{var:0}",
                "{var:10000}",
                "{var:}",
                "{var**}",
                "{var:3*}",
                "{,var}",
                "{var,}",
                "{.}",
                "{a..b}",
                "{a.}",
                "{%4}",
                "{ü}"
            })
    void refusesWhatIsNoTemplate(String template) {
        assertThatThrownBy(() -> UriTemplate.of(template)).isInstanceOf(BadShape.class);
    }

    @Test
    void keepsLettersDigitsAndFourSignsAsTheyAre() {
        var kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
        assertThat(UriTemplate.of("{v}").expand(Map.of("v", kept))).isEqualTo(kept);
        for (char other = 0; other <= 128; other++) {
            if (kept.indexOf(other) < 0) {
                assertThat(UriTemplate.of("{v}").expand(Map.of("v", other))).startsWith("%");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"%41,%41", "a%4,a%254", "a%,a%25", "%4g,%254g", "%g4,%25g4", "%%41,%25%41", "%C3%,%C3%25"})
    void keepsWhatIsEncodedAlreadyIfItIsWhole(String value, String expected) {
        assertThat(UriTemplate.of("{+v}").expand(Map.of("v", value))).isEqualTo(expected);
    }

    @Test
    void passesOverNothingAmongTheItemsOfAList() {
        assertThat(UriTemplate.of("{v}{?v*}").expand(Map.of("v", Arrays.asList("a", null, "b"))))
                .isEqualTo("a,b?v=a&v=b");
    }

    @Test
    void cutsBetweenCharactersAndNotInsideThem() {
        assertThat(UriTemplate.of("{v:1}").expand(Map.of("v", "😀b"))).isEqualTo("%F0%9F%98%80");
    }

    @Test
    void refusesToCutAListOrAMap() {
        assertThatThrownBy(() -> UriTemplate.of("{list:3}").expand(VALUES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'list'");
        assertThatThrownBy(() -> UriTemplate.of("{keys:3}").expand(VALUES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'keys'");
    }

    @Test
    void listsItsVariablesOnceAndInOrder() {
        assertThat(UriTemplate.of("{b}/{a*}{?b,c.d:3,e%20f}").variables()).containsExactly("b", "a", "c.d", "e%20f");
    }

    @Test
    void readsVeryLongTemplates() {
        var name = "a.".repeat(50_000) + "a";
        assertThat(UriTemplate.of("x".repeat(100_000) + "{" + name + "}").variables())
                .containsExactly(name);
    }

    @Test
    void aResourceTemplateExpandsItself() {
        var template = ResourceTemplate.of("file:///{+path}{?q}", "files");
        assertThat(template.expand(Map.of("path", "a/b", "q", "1 2"))).isEqualTo("file:///a/b?q=1%202");
        assertThat(template.variables()).containsExactly("path", "q");
    }
}
