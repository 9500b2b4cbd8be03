package dev.fairlead.client.schema;

import static dev.fairlead.client.schema.Schemas.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.schema.Verdict.Invalid;
import dev.fairlead.client.schema.Verdict.Valid;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keywords that are computed here and not by the library, at their edges. */
class OwnKeywordsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {'uniqueItems': true}                   | [[1, 2], [2, 1]]           | [[1, 2], [1, 2.0]]
        {'uniqueItems': true}                   | [{'a': 1}, {'a': 2}]       | [{'a': 1, 'b': 2}, {'b': 2.0, 'a': 1}]
        {'uniqueItems': true}                   | [{'a': 1}, {'b': 1}]       | [{'a': [{}]}, {'a': [{}]}]
        {'uniqueItems': true}                   | [[], {}, '', 0, false, null] | [[], []]
        {'uniqueItems': true}                   | ['1', 1, true]             | [null, null]
        {'uniqueItems': true}                   | [[1], [1, 1]]              | [1e2, 100]
        {'enum': [[1, {'a': [2]}]]}             | [1.0, {'a': [2.0]}]        | [1, {'a': [3]}]
        {'const': {'a': 1, 'b': [1]}}           | {'b': [1], 'a': 1.0}       | {'a': 1, 'b': [2]}
        {'const': {'a': 1}}                     | {'a': 1}                   | {'a': 1, 'b': 2}
        {'const': [1, 2]}                       | [1, 2]                     | [1]
        {'const': 100}                          | 1e2                        | 101
        """)
    void valuesAreTheSameAsJsonSchemaSays(String schema, String valid, String invalid) {
        assertThat(check(schema, valid)).isInstanceOf(Valid.class);
        assertThat(check(schema, invalid)).isInstanceOf(Invalid.class);
    }

    /** Java gives these pairs the same hash code, as somebody may who wants two values to be taken for one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        'Aa'                | 'BB'
        ['Aa']              | ['BB']
        {'Aa': 1}           | {'BB': 1}
        {'a': 'Aa'}         | {'a': 'BB'}
        {'a': ['Aa']}       | {'a': ['BB']}
        {'a': 1, '': 0}     | {'a': 1}
        {}                  | {'': 0}
        [31]                | [0, 1]
        """)
    void equalHashCodesMakeNoEqualValues(String one, String two) {
        assertThat(check("{'uniqueItems': true}", "[%s, %s]".formatted(one, two)))
                .isInstanceOf(Valid.class);
        assertThat(check("{'const': %s}".formatted(one), two)).isInstanceOf(Invalid.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {'minimum': 1, 'multipleOf': 1}                  | 1                   | 0
        {'maximum': 1, 'multipleOf': 1}                  | 1                   | 2
        {'minimum': 0.5}                                 | 0.5                 | 0.49
        {'maximum': 1e30}                                | 1e30                | 1.01e30
        {'exclusiveMinimum': 1}                          | 1.01                | 1
        {'exclusiveMaximum': 1}                          | 0.99                | 1
        {'multipleOf': 0.1}                              | 0.3                 | 0.25
        {'multipleOf': 1e-3}                             | 1e3                 | 1e-4
        {'exclusiveMinimum': 1, 'exclusiveMaximum': 2}   | 'text'              | 2
        {'$schema': 'http://json-schema.org/draft-04/schema#', 'minimum': 1, 'exclusiveMinimum': true}  | 2 | 1
        {'$schema': 'http://json-schema.org/draft-04/schema#', 'minimum': 1, 'exclusiveMinimum': false} | 1 | 0
        {'$schema': 'http://json-schema.org/draft-04/schema#', 'maximum': 1, 'exclusiveMaximum': true}  | 0 | 1
        {'$schema': 'http://json-schema.org/draft-04/schema#', 'maximum': 1, 'exclusiveMaximum': false} | 1 | 2
        """)
    void numbersAreBoundedExactly(String schema, String valid, String invalid) {
        assertThat(check(schema, valid)).isInstanceOf(Valid.class);
        assertThat(check(schema, invalid)).isInstanceOf(Invalid.class);
    }
}
