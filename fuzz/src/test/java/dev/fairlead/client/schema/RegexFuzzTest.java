package dev.fairlead.client.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.fairlead.fuzz.Foreign;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Any pattern is compiled or refused, searches within its allowance, and finds what the JDK finds where both mean the same. */
class RegexFuzzTest {
    private static final int LONGEST_REFUSAL = 5000;
    // Signs that mean the same to both, few enough that the JDK, which knows no allowance, is done soon.
    private static final Pattern COMMON_PATTERN = Pattern.compile("[abc01.*+?|()^$\\[\\]{},:=!-]{0,24}");
    private static final Pattern COMMON_TEXT = Pattern.compile("[abc01-]{0,14}");
    // Possessive repeats, sets within sets and flags are the JDK's alone; an empty set means nothing to it.
    private static final Pattern OWN_WAYS =
            Pattern.compile("[*+?}]\\+|\\[[^\\]]*\\[|\\[\\^?]|\\(\\?[^:=!]|^\\{|[(|]\\{");

    @DictionaryEntries({
        "^",
        "$",
        ".*",
        "+?",
        "{2,3}",
        "{2,}",
        "(?:",
        "(?=",
        "(?!",
        "(?<=",
        "(?<n>",
        "\\k<n>",
        "\\1",
        "[^",
        "[a-c]",
        "]",
        ")",
        "|",
        "\\d",
        "\\w",
        "\\b",
        "\\p{L}",
        "\\p{Script=Greek}",
        "\\u{1F600}",
        "(?i)",
        "(a+)+$",
        "(a*)*",
        "aaaaaaaaaaaaaaaaaaaaaaaa",
        "\\ud83d"
    })
    @FuzzTest
    void finds(byte[] input) {
        var parts = Foreign.text(input).split("\n", 2);
        var pattern = parts[0];
        var text = parts.length < 2 ? "" : parts[1];
        var found = found(pattern, text);
        boolean common = COMMON_PATTERN.matcher(pattern).matches()
                && COMMON_TEXT.matcher(text).matches()
                && !OWN_WAYS.matcher(pattern).find();
        if (found.isPresent() && common) {
            foundByTheJdk(pattern, text)
                    .ifPresent(expected -> assertThat(found.get()).isEqualTo(expected));
        }
    }

    private static Optional<Boolean> found(String pattern, String text) {
        try (var meter = Meter.start(Meter.CHECK_TIME)) {
            return Optional.of(Regex.compile(pattern).find(text, meter));
        } catch (Regex.SyntaxException refused) {
            assertThat(refused.getMessage()).isNotBlank().hasSizeLessThan(LONGEST_REFUSAL);
            return Optional.empty();
        } catch (OverBudget costly) {
            return Optional.empty();
        }
    }

    private static Optional<Boolean> foundByTheJdk(String pattern, String text) {
        try {
            return Optional.of(Pattern.compile(pattern).matcher(text).find());
        } catch (PatternSyntaxException refused) {
            return Optional.empty();
        }
    }
}
