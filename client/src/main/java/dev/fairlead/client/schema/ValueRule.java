package dev.fairlead.client.schema;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** A keyword of a schema that puts one question to a value. */
record ValueRule(String getKeyword, SchemaLocation getSchemaLocation, String what, Predicate<JsonNode> question)
        implements KeywordValidator {

    @Override
    public void validate(ExecutionContext context, JsonNode node, JsonNode root, NodePath where) {
        if (!question.test(node)) {
            context.addError(ProblemText.error(context, getKeyword, where, what));
        }
    }
}
