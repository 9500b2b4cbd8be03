/** Reads command lines; the work of others, see the notice in its jar. */
module info.picocli {
    requires static java.sql;

    exports picocli;
}
