package dev.fairlead.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One question for a sign of life, and what came of it.
 *
 * @param number from 1
 * @param took how long the answer took; null where none came
 * @param failure why none came
 */
record Ping(int number, @Nullable Duration took, @Nullable Failure failure) {}
