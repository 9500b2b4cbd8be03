package dev.fairlead.cli.login;

import dev.fairlead.auth.AccountInfo;
import dev.fairlead.cli.frame.Outcome;
import dev.fairlead.cli.frame.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Who is logged in to a server now.
 *
 * @param server how texts name it
 * @param account null where nobody needs to be
 * @param already whether that was so before
 */
public record Account(String server, @Nullable AccountInfo account, boolean already) implements Outcome {

    @Override
    public void show(Page page) {
        page.lines(
                account == null
                        ? List.of("server '%s' lets everybody in; nobody needs to log in".formatted(server))
                        : LoginText.of(account));
        if (account != null && already) {
            page.remark(LoginText.already(account));
        }
    }

    @Override
    public void tell(ObjectNode document) {
        document.set("account", account == null ? null : LoginJson.of(account));
        document.put("already", already);
    }
}
