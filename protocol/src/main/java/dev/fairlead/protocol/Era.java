package dev.fairlead.protocol;

/** One of the two ways MCP has been spoken. */
public enum Era {
    /** Until 2025-11-25: a session that begins with {@code initialize}, and servers that send requests. */
    LEGACY,
    /** Since 2026-07-28: every request stands alone and carries its own envelope. */
    MODERN
}
