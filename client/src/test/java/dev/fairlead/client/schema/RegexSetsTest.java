package dev.fairlead.client.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which characters the sets have, to the last one. */
class RegexSetsTest {

    private static List<String> members(IntPredicate set) {
        return IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(set)
                .mapToObj(Integer::toHexString)
                .toList();
    }

    private static List<String> charactersOf(String text) {
        return text.chars().mapToObj(Integer::toHexString).toList();
    }

    @Test
    void digitsAndLettersOfWordsAreThoseOfAsciiAlone() {
        assertThat(members(RegexSets::isDigit)).isEqualTo(charactersOf("0123456789"));
        assertThat(members(RegexSets::isWord))
                .isEqualTo(charactersOf("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"));
    }

    @Test
    void spacesAreThoseOfUnicodeAndLineEndsFour() {
        assertThat(members(RegexSets::isSpace))
                .containsExactly(
                        "9", "a", "b", "c", "d", "20", "a0", "1680", "2000", "2001", "2002", "2003", "2004", "2005",
                        "2006", "2007", "2008", "2009", "200a", "2028", "2029", "202f", "205f", "3000", "feff");
        assertThat(members(RegexSets::isLineEnd)).containsExactly("a", "d", "2028", "2029");
    }

    @Test
    void withoutRegardToCaseASetHasBothCasesOfItsMembers() {
        assertThat(members(RegexSets.ignoringCase(character -> character == 'k')))
                .containsExactly("4b", "6b", "212a");
        assertThat(members(RegexSets.ignoringCase(character -> character == 'Q')))
                .containsExactly("51", "71");
        assertThat(members(RegexSets.ignoringCase(character -> character == '1')))
                .containsExactly("31");
    }
}
