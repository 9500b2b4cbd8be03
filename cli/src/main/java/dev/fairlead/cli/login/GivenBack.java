package dev.fairlead.cli.login;

import dev.fairlead.auth.AccountInfo;
import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What came of logging out; the tokens are forgotten in any case.
 *
 * @param account who was logged in
 * @param takenBack whether the authorization server took the tokens back
 * @param problem why it could not be told; null where it could
 */
public record GivenBack(
        AccountInfo account, boolean takenBack, @Nullable Failure problem) implements Outcome {

    @Override
    public void show(Page page) {
        page.line(LoginText.of(this));
    }

    @Override
    public void tell(ObjectNode document) {
        document.put("issuer", account.issuer())
                .put("takenBack", takenBack)
                .put("reason", problem == null ? null : problem.message());
    }
}
