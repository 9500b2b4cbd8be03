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
                "(?:^(?:.)*?){2,}$       ~ c               ~ c<n>",
                "\\x41                    ~ A               ~ x41",
                "^\\D\\W$                 ~ a-              ~ 1-",
                "^[\\D]$                  ~ a               ~ 1",
                "^\\pL\\PL$               ~ é1              ~ éé",
                "^[a-\\d]+$               ~ a-5             ~ b",
                "^[\\d-x]+$               ~ 5-x             ~ a",
                "^[a-a]$                 ~ a               ~ b",
                "^[(]a(b)\\1$             ~ (abb            ~ (ab",
                "^\\(a(b)\\1$             ~ (abb            ~ (ab",
                "^[a\\]](b)\\1$           ~ ]bb             ~ ]b]",
                "^a(?i)$                 ~ a               ~ A",
                "^(?:(?i)a)b$            ~ Ab              ~ AB",
                "(?i)^a(?s:.)b.$         ~ A<n>Bc          ~ a<n>b<n>",
                "(?s)^a(?i:.b)c$         ~ a<n>Bc          ~ a<n>bC",
                "(?m)a(?s:.^b$.)c        ~ a<n>b<n>c       ~ axb<n>c",
                "(?i)^(a)\\1$             ~ aA              ~ ab",
                "^(?=(a))\\1b$            ~ ab              ~ b",
                "^(?:(?=(a))ax|a)\\1b$    ~ ab              ~ aab",
                "^(?!(a)b)\\1a            ~ aa              ~ ab",
                "(?<=a)c                 ~ ac              ~ abc",
                "(?<=^a|ab)c             ~ abc             ~ xac",
                "^(a)(?:b(c)?)*\\1$       ~ abbca           ~ abbc",
                "^(?:(a)|b)*$            ~ abab            ~ abc",
                "^(?:b(c)?)*\\1$          ~ bcb             ~ bca",
                "^(?=a)*b                ~ b               ~ a",
                "^(?:ab){2,3}$           ~ ababab          ~ abababab",
                "^(?:ab){2}$             ~ abab            ~ ab",
                "^(?:a|){2,3}b           ~ ab              ~ aaaab",
                "^a{0}b$                 ~ b               ~ ab",
                "^a{2,4}a$               ~ aaa             ~ aa",
                "^😀{1,2}😀$             ~ 😀😀            ~ 😀"
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
                "a{3,2}",
                "(?<>x)",
                "(?<a",
                "\\k<>",
                "\\x4",
                "\\u004",
                "\\12",
                "(?<=a)*",
                "(?<!a)?",
                "(?ix",
                "a|*"
            })
    void refusesWhatIsNoExpression(String pattern) {
        assertThatExceptionOfType(Regex.SyntaxException.class)
                .isThrownBy(() -> Regex.compile(pattern))
                .withMessageContaining("pattern");
    }

    @Test
    void aLookBehindDoesNotSeeHalfACharacter() {
        Regex lowHalf = Regex.compile("(?<=[\\ude00])b");
        assertThat(find(lowHalf, "\ude00b")).isTrue();
        assertThat(find(lowHalf, "😀b")).isFalse();
        assertThat(find(Regex.compile("(?<=x)"), "😀x")).isTrue();
    }

    @Test
    void fiftyLevelsAreReadAndNoMore() {
        // The expression itself is one of them, and groups side by side are on the same one.
        assertThat(find(Regex.compile("^" + nested(49) + nested(49) + "$"), "aa"))
                .isTrue();
        assertThatExceptionOfType(Regex.SyntaxException.class)
                .isThrownBy(() -> Regex.compile(nested(50)))
                .withMessageContaining("more than 50 groups within each other");
    }

    private static String nested(int levels) {
        return "(".repeat(levels) + "a" + ")".repeat(levels);
    }

    @Test
    void thePatternMayHaveItsMostCharactersAndNoMore() {
        assertThat(find(Regex.compile("a{0}".repeat(Regex.MAX_LENGTH / 4)), "")).isTrue();
        assertThatExceptionOfType(Regex.SyntaxException.class)
                .isThrownBy(() -> Regex.compile("a".repeat(Regex.MAX_LENGTH + 1)))
                .withMessageContaining("longer than");
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
