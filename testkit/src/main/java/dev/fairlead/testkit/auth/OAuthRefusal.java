package dev.fairlead.testkit.auth;

/** The error by which an authorization server answers. */
final class OAuthRefusal extends Exception {
    final int status;
    final String error;

    OAuthRefusal(int status, String error, String why) {
        super(why);
        this.status = status;
        this.error = error;
    }

    static OAuthRefusal of(String error, String why) {
        return new OAuthRefusal(400, error, why);
    }
}
