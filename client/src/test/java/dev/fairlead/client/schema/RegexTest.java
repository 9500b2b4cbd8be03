package dev.fairlead.client.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegexTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '"',
            ignoreLeadingAndTrailingWhitespace = true,
            value = {
                // pattern ~ found in ~ not found in; <> is the empty text, <n> a line feed
                "abc                     ~ xabcx           ~ ab",
                "^abc$                   ~ abc             ~ abc<n>",
                "^a.c$                   ~ a😀c            ~ a<n>c",
                "^.{2}$                  ~ 😀😀            ~ 😀",
                "^a*$                    ~ <>              ~ ab",
                "^a+?b                   ~ aab             ~ b",
                "^a{2,3}$                ~ aaa             ~ aaaa",
                "^a{2}$                  ~ aa              ~ a",
                "^a{2,}$                 ~ aaaaa           ~ a",
                "^a{,3}$                 ~ a{,3}           ~ aaa",
                "^x{$                    ~ x{              ~ x",
                "^(ab|cd)+$              ~ abcdab          ~ abc",
                "^(?:a|b|)c$             ~ c               ~ abc",
                "^[a-c-]+$               ~ a-c             ~ d",
                "^[^a-c]$                ~ d               ~ b",
                "^[\\w-.]+$              ~ a-b.c           ~ a b",
                "^[^]$                   ~ <n>             ~ <>",
                "^[\\]\\[]+$             ~ [][             ~ a",
                "^\\d{4}-\\d\\d$         ~ 2026-11         ~ ٢٠٢٦-11",
                "^\\w+$                  ~ a_1             ~ é",
                "\\bcat\\b               ~ a cat.          ~ concat",
                "\\Bcat                  ~ concat          ~ cat",
                "^\\s$                   ~ \u00a0          ~ x",
                "^\\S+$                  ~ x               ~ \ufeff",
                "^(a)(b)\\2\\1$          ~ abba            ~ abab",
                "^(?<q>['\"]).*\\k<q>$   ~ 'a'             ~ 'a\"",
                "^(?P<q>a)(?P=q)$        ~ aa              ~ ab",
                "^(?=.*\\d)(?=.*[a-z]).{4,}$ ~ abc1        ~ abcd",
                "^(?!foo)                ~ bar             ~ foobar",
                "(?<=\\$)\\d+            ~ $5              ~ 5",
                "(?<!\\$)\\b\\d+         ~ 5               ~ $5",
                "^\\u0041\\x42\\u{43}$   ~ ABC             ~ abc",
                "^\\ud83d\\ude00$        ~ 😀              ~ x",
                "^[\\u{1F600}-\\u{1F610}]$ ~ 😀            ~ 😐😐",
                "^\\cJ$                  ~ <n>             ~ J",
                "^\\p{Lu}\\p{Letter}+$   ~ Éa              ~ éa",
                "^\\p{Script=Greek}+$    ~ αβγ             ~ abc",
                "^\\P{L}$                ~ 1               ~ a",
                "^\\p{Alphabetic}$       ~ é               ~ 1",
                "(?i)^straße$            ~ STRAßE          ~ strasse",
                "^(?i:a)b$               ~ Ab              ~ AB",
                "(?m)^b$                 ~ a<n>b           ~ a<n>bc",
                "(?s)^a.b$               ~ a<n>b           ~ a<n><n>b",
                "\\Aa\\z                 ~ a               ~ ba",
                "^(?:(a)|b)*\\1$         ~ ab              ~ c",
                "^(?:a?){3}$             ~ aa              ~ aaaa",
                "^(?:a?b??)*$            ~ abab            ~ ac",
                "^a\\/b\\-c$             ~ a/b-c           ~ ab",
                "^(?:[]|a)$              ~ a               ~ ]",
                "^(a*)*b                 ~ aab             ~ aac",
                "^(?:|a)$                ~ a               ~ b",
                "(?:^(?:.)*?){2,}$       ~ c               ~ c<n>"
            })
    void findsWhatItShould(String pattern, String found, String notFound) {
        Regex regex = Regex.compile(pattern);
        assertThat(find(regex, found)).as("found").isTrue();
        assertThat(find(regex, notFound)).as("not found").isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                ")",
                "a)",
                "[",
                "[b-a]",
                "a**",
                "a{1}{2}",
                "+",
                "a++",
                "(?>a)",
                "(?x",
                "\\",
                "\\q",
                "\\1",
                "\\u12",
                "\\u{110000}",
                "\\xg0",
                "\\p{L",
                "\\k<a>",
                "^*",
                "\\b+",
                "(?<a>x)(?<a>y)",
                "a{3,2}"
            })
    void refusesWhatIsNoExpression(String pattern) {
        assertThatExceptionOfType(Regex.SyntaxException.class)
                .isThrownBy(() -> Regex.compile(pattern))
                .withMessageContaining("pattern");
    }

    @Test
    void agreesWithTheJdkOnWhatBothUnderstand() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            String pattern = expression(random, 4);
            Regex ours = Regex.compile(pattern);
            Pattern theirs = Pattern.compile(pattern);
            for (int j = 0; j < 4; j++) {
                String text = text(random);
                assertThat(ours.find(text, Meter.current()))
                        .as("seed %d, pattern %s, text %s", seed, pattern, text)
                        .isEqualTo(theirs.matcher(text).find());
            }
        }
    }

    // No line feeds in texts, no empty classes in patterns, nothing repeated that may be empty: there the JDK differs
    // from
    // ECMA-262.
    private static String expression(Random random, int depth) {
        int kind = depth == 0 ? random.nextInt(4) : random.nextInt(12);
        return switch (kind) {
            case 0, 1 -> String.valueOf((char) ('a' + random.nextInt(3)));
            case 2 -> ".";
            case 3 -> random.nextBoolean() ? "[ab]" : "[^b-c]";
            case 4, 5 -> expression(random, depth - 1) + expression(random, depth - 1);
            case 6 -> "(?:" + expression(random, depth - 1) + "|" + expression(random, depth - 1) + ")";
            case 7 -> "(?:" + expression(random, 0) + expression(random, depth - 1) + ")" + quantifier(random);
            case 8 -> "(" + expression(random, depth - 1) + ")";
            case 9 -> "^" + expression(random, depth - 1);
            case 10 -> expression(random, depth - 1) + "$";
            default -> (random.nextBoolean() ? "(?=" : "(?!") + expression(random, depth - 1) + ")";
        };
    }

    private static String quantifier(Random random) {
        String[] quantifiers = {"*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}"};
        return quantifiers[random.nextInt(quantifiers.length)];
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(8); length > 0; length--) {
            text.append((char) ('a' + random.nextInt(4)));
        }
        return text.toString();
    }

    private static boolean find(Regex regex, String text) {
        return regex.find(text.replace("<>", "").replace("<n>", "\n"), Meter.current());
    }
}
