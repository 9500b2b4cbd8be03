package dev.fairlead.console.text;

import dev.fairlead.client.ClientProfile;

/** Which release this is. */
public final class Version {
    /** The one that our clients tell servers. */
    public static final String OURS = ClientProfile.builder().build().identity().version();

    private Version() {}
}
