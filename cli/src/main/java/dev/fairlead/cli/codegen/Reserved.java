package dev.fairlead.cli.codegen;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names that generated code cannot give to things of its own. */
final class Reserved {

    /** What is or may be a keyword somewhere. */
    static final Set<String> WORDS = words("""
        _ abstract assert boolean break byte case catch char class const continue default do double else enum
        extends final finally float for goto if implements import instanceof int interface long native new package
        private protected public return short static strictfp super switch synchronized this throw throws
        transient try void volatile while true false null var yield record sealed permits when
        """);

    private static final Set<String> OF_EVERY_OBJECT =
            words("clone equals finalize getClass hashCode notify notifyAll toString wait");

    /** What no component of a record may be called: keywords, methods of objects, and methods of generated records. */
    static final Set<String> COMPONENTS = union(WORDS, OF_EVERY_OBJECT, words("of from toJson"));

    /** What no method of a client may be called. */
    static final Set<String> METHODS = union(WORDS, OF_EVERY_OBJECT, words("of client"));

    /** Types of {@code java.lang}, and those that generated code imports or brings along. */
    static final Set<String> TYPES = words("""
        Appendable ArithmeticException ArrayIndexOutOfBoundsException AssertionError AutoCloseable Boolean Byte
        CharSequence Character Class ClassCastException ClassLoader ClassNotFoundException CloneNotSupportedException
        Cloneable Comparable Compiler Deprecated Double Enum Error Exception Float FunctionalInterface IO
        IllegalAccessException IllegalArgumentException IllegalStateException IndexOutOfBoundsException Integer
        InterruptedException Iterable LinkageError Long MatchException Math Module ModuleLayer
        NegativeArraySizeException NoClassDefFoundError NoSuchFieldException NoSuchMethodException
        NullPointerException Number NumberFormatException Object OutOfMemoryError Override Package Process
        ProcessBuilder ProcessHandle Readable Record ReflectiveOperationException Runnable Runtime
        RuntimeException SafeVarargs ScopedValue SecurityException SecurityManager Short StackOverflowError
        StackTraceElement StackWalker StrictMath String StringBuffer StringBuilder StringIndexOutOfBoundsException
        SuppressWarnings System Thread ThreadGroup ThreadLocal Throwable TypeNotPresentException
        UnsupportedOperationException VirtualMachineError Void
        BigDecimal BigInteger CallOptions Collections Function JsonNode JsonNodeFactory LinkedHashMap List Map
        McpClient ObjectNode Objects Optional ToolFailedException ToolResult ArrayList
        """);

    private Reserved() {}

    private static Set<String> words(String text) {
        return Set.of(text.strip().split("\\s+"));
    }

    private static Set<String> union(Set<String> one, Set<String> another, Set<String> third) {
        return Stream.of(one, another, third).flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    }
}
