package dev.fairlead.client.schema;

import com.networknt.schema.AbsoluteIri;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.resource.ClasspathResourceLoader;
import com.networknt.schema.resource.InputStreamSource;
import com.networknt.schema.resource.SchemaLoader;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The meta-schemas that come with the library, the only documents a reference can lead to. */
final class BuiltInSchemas extends SchemaLoader {

    private static final String SITE = "json-schema.org/";

    private static final Set<String> FILES = Stream.of(
                    Stream.of("draft-04/schema", "draft-06/schema", "draft-07/schema"),
                    Stream.of("schema", "meta/applicator", "meta/content", "meta/core", "meta/format")
                            .map(name -> "draft/2019-09/" + name),
                    Stream.of("meta/meta-data", "meta/validation").map(name -> "draft/2019-09/" + name),
                    Stream.of("schema", "meta/applicator", "meta/content", "meta/core", "meta/format-annotation")
                            .map(name -> "draft/2020-12/" + name),
                    Stream.of("meta/format-assertion", "meta/meta-data", "meta/unevaluated", "meta/validation")
                            .map(name -> "draft/2020-12/" + name))
            .flatMap(names -> names)
            .collect(Collectors.toUnmodifiableSet());

    private static final ClasspathResourceLoader OF_LIBRARY = new ClasspathResourceLoader(Schema.class::getClassLoader);

    BuiltInSchemas() {
        super(List.of(), List.of());
    }

    /** Tells whether an address without fragment is that of a built-in schema. */
    static boolean contains(String address) {
        return file(address) != null;
    }

    @Override
    public InputStreamSource getSchemaResource(AbsoluteIri iri) {
        String address = String.valueOf(iri);
        String file = file(address);
        InputStreamSource source = file == null ? null : OF_LIBRARY.getResource(AbsoluteIri.of("classpath:" + file));
        if (source == null) {
            throw new ExternalReference(address);
        }
        return source;
    }

    private static @Nullable String file(String address) {
        for (String scheme : List.of("https://", "http://")) {
            String prefix = scheme + SITE;
            if (address.startsWith(prefix)) {
                String file = address.substring(prefix.length()).replaceFirst("#$", "");
                return FILES.contains(file) ? file : null;
            }
        }
        return null;
    }

    /** The refusal to follow a reference out of the schema. */
    static final class ExternalReference extends SchemaException {

        private static final long serialVersionUID = 1L;

        ExternalReference(String address) {
            super(reason(address));
        }

        static String reason(String address) {
            return "refers to " + address + "; external references are not fetched";
        }
    }
}
