package dev.fairlead.agent.provider;

import dev.fairlead.agent.model.Part;
import java.util.Set;

/** Media as providers take them. */
public final class Pictures {
    /** The type of a document that many providers take. */
    public static final String PDF = "application/pdf";

    private static final Set<String> COMMON = Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

    private Pictures() {}

    /** Tells whether this is a kind of picture that every provider can show its models. */
    public static boolean isCommon(String mimeType) {
        return COMMON.contains(mimeType);
    }

    /** Tells whether this is such a picture, or a document. */
    public static boolean isCommonOrPdf(String mimeType) {
        return isCommon(mimeType) || mimeType.equals(PDF);
    }

    /** Returns the media as an address that contains them. */
    static String url(Part.Media media) {
        return "data:%s;base64,%s".formatted(media.mimeType(), media.base64());
    }
}
