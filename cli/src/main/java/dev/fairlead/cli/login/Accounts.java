package dev.fairlead.cli.login;

import dev.fairlead.cli.frame.Failure;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Who is logged in where.
 *
 * @param failure why the answer is that nobody is; null where somebody is
 */
public record Accounts(List<KnownLogin> logins, @Nullable Failure failure) implements Outcome {

    @Override
    public void show(Page page) {
        page.lines(LoginText.table(logins));
    }

    @Override
    public void tell(ObjectNode document) {
        var accounts = document.putArray("accounts");
        logins.forEach(login -> accounts.add(LoginJson.of(login)));
    }
}
