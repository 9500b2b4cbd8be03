package dev.fairlead.testkit.auth;

/** What a server thinks of proofs of possession. */
public enum Dpop {
    /** It does not know them. */
    OFF,

    /** It binds tokens to a key when there is a proof. */
    ALLOWED,

    /** It gives no token without a proof. */
    REQUIRED
}
