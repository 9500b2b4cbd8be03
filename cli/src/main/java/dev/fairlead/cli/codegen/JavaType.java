package dev.fairlead.cli.codegen;

/** The type of a value in generated code. */
sealed interface JavaType {

    /** Returns the type as an argument of a generic type, with names of {@code scope} qualified if it is not empty. */
    String boxed(String scope);

    /** Returns the type as that of a variable. */
    default String declared(String scope) {
        return boxed(scope);
    }

    /** Tells whether values are written without looking inside. */
    default boolean scalar() {
        return false;
    }

    /** Types that need no shape. */
    enum Simple implements JavaType {
        TEXT("String", "String", "string"),
        WHOLE("long", "Long", "integer"),
        BIG("BigInteger", "BigInteger", "bigInteger"),
        /** A double: it is what servers read, and what their numbers survive. */
        DECIMAL("double", "Double", "number"),
        FLAG("boolean", "Boolean", "bool"),
        ANY("JsonNode", "JsonNode", "any");

        private final String declared;
        private final String boxed;
        private final String method;

        Simple(String declared, String boxed, String method) {
            this.declared = declared;
            this.boxed = boxed;
            this.method = method;
        }

        /** Returns the generated method that reads it; the one that writes it ends in {@code Node}. */
        String method() {
            return method;
        }

        @Override
        public String boxed(String scope) {
            return boxed;
        }

        @Override
        public String declared(String scope) {
            return declared;
        }

        @Override
        public boolean scalar() {
            return this != ANY;
        }
    }

    /** A generated record or enum. */
    record Named(String name, boolean scalar) implements JavaType {
        @Override
        public String boxed(String scope) {
            return scope.isEmpty() || scope.equals(name) ? name : scope + "." + name;
        }
    }

    /** An array. */
    record Sequence(JavaType element) implements JavaType {
        @Override
        public String boxed(String scope) {
            return "List<" + element.boxed(scope) + ">";
        }
    }

    /** An object whose members all have one type. */
    record Mapping(JavaType value) implements JavaType {
        @Override
        public String boxed(String scope) {
            return "Map<String, " + value.boxed(scope) + ">";
        }
    }

    /** A value or JSON null. */
    record Maybe(JavaType value) implements JavaType {
        /** Returns the type of a value of {@code type} or null. */
        static JavaType of(JavaType type) {
            return type instanceof Maybe || type == Simple.ANY ? type : new Maybe(type);
        }

        @Override
        public String boxed(String scope) {
            return "Optional<" + value.boxed(scope) + ">";
        }
    }
}
