package dev.fairlead.client.schema;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.format.Format;
import com.networknt.schema.keyword.DynamicRefValidator;
import com.networknt.schema.keyword.FormatKeyword;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The library's keywords, each counted, replaced or silenced. */
final class SafeKeywords {

    private static final Set<String> ANNOTATIONS =
            Set.of("contentEncoding", "contentMediaType", "contentSchema", "readOnly", "writeOnly");

    private static final Set<String> LINEAR = Set.of(
            "additionalItems",
            "additionalProperties",
            "contains",
            "items",
            "maxLength",
            "minLength",
            "patternProperties",
            "properties",
            "propertyNames",
            "unevaluatedItems",
            "unevaluatedProperties");

    private SafeKeywords() {}

    /** Copies a dialect, its keywords made safe. */
    static Dialect of(Dialect blueprint) {
        Map<String, Keyword> keywords = new HashMap<>();
        blueprint.getKeywords().forEach((name, keyword) -> {
            if (!name.equals("format")) {
                keywords.put(name, safe(name, keyword));
            }
        });
        return Dialect.builder(blueprint)
                .keywords(all -> all.putAll(keywords))
                .formatKeywordFactory(SilentFormat::new)
                // The library would remember and log every unknown word that a server sends.
                .unknownKeywordFactory((name, context) -> new Silent(name))
                .build();
    }

    private static Keyword safe(String name, Keyword original) {
        return switch (name) {
            case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf" -> new NumberKeyword(name);
            case "enum", "const", "uniqueItems" -> new EqualityKeyword(name);
            case "$dynamicRef" -> new Metered(new EagerReference(name));
            default -> ANNOTATIONS.contains(name) ? new Silent(name) : new Metered(original);
        };
    }

    /** A keyword whose making is counted: references can make a small schema large. */
    private record Metered(Keyword original) implements Keyword {

        // A keyword with its location takes about as much as ten annotations.
        private static final int WEIGHT = 10;

        @Override
        public String getValue() {
            return original.getValue();
        }

        @Override
        public @Nullable KeywordValidator newValidator(
                SchemaLocation location, JsonNode node, Schema parent, SchemaContext context) throws Exception {
            Meter.current().retain(WEIGHT);
            KeywordValidator validator = original.newValidator(location, node, parent, context);
            return LINEAR.contains(getValue()) ? new Announced(validator) : validator;
        }
    }

    /** A keyword in a schema that goes over all of a value in one step. */
    private record Announced(KeywordValidator original) implements KeywordValidator {

        @Override
        public String getKeyword() {
            return original.getKeyword();
        }

        @Override
        public SchemaLocation getSchemaLocation() {
            return original.getSchemaLocation();
        }

        @Override
        public void preloadSchema() {
            original.preloadSchema();
        }

        @Override
        public void validate(ExecutionContext context, JsonNode node, JsonNode root, NodePath where) {
            Meter.current().expect(node.isString() ? node.stringValue().length() : node.size());
            original.validate(context, node, root, where);
        }
    }

    /** A dynamic reference whose static target is looked up while compiling, so that a bad one shows there. */
    private record EagerReference(String name) implements Keyword {

        @Override
        public String getValue() {
            return name;
        }

        @Override
        public @Nullable KeywordValidator newValidator(
                SchemaLocation location, JsonNode node, Schema parent, SchemaContext context) {
            return new DynamicRefValidator(location, node, parent, context) {
                @Override
                public void preloadSchema() {
                    Schema target = getSchemaRef(new ExecutionContext()).getSchema();
                    if (target == null) {
                        throw new SchemaException(
                                "refers to " + ProblemText.quote(schemaNode) + ", which is not in it");
                    }
                    target.initializeValidators();
                }
            };
        }
    }

    /** A keyword that says something about a value and asks nothing of it. */
    private record Silent(String name) implements Keyword {

        @Override
        public String getValue() {
            return name;
        }

        @Override
        public @Nullable KeywordValidator newValidator(
                SchemaLocation location, JsonNode node, Schema parent, SchemaContext context) {
            return null;
        }
    }

    private static final class SilentFormat extends FormatKeyword {

        SilentFormat(Map<String, Format> formats) {
            super(formats);
        }

        @Override
        public @Nullable KeywordValidator newValidator(
                SchemaLocation location, JsonNode node, Schema parent, SchemaContext context) {
            return null;
        }
    }
}
