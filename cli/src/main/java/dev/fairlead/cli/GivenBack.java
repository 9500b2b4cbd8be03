package dev.fairlead.cli;

import dev.fairlead.auth.AccountInfo;
import org.jspecify.annotations.Nullable;

/**
 * What came of logging out; the tokens are forgotten in any case.
 *
 * @param account who was logged in
 * @param takenBack whether the authorization server took the tokens back
 * @param problem why it could not be told; null where it could
 */
record GivenBack(
        AccountInfo account, boolean takenBack, @Nullable Failure problem) {}
