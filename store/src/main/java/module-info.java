/** Where things are kept that outlast a program or are shared by several. */
@SuppressWarnings({
    "module", // Those who share the parts are compiled later.
    "requires-automatic" // The maintainers of that library name no module.
})
module dev.fairlead.store {
    requires static transitive java.sql;
    requires static transitive org.jspecify;
    requires static redis.clients.jedis;

    uses java.sql.Driver;

    exports dev.fairlead.store;
    exports dev.fairlead.store.parts to
            dev.fairlead.auth,
            dev.fairlead.cli,
            dev.fairlead.console,
            dev.fairlead.host;
}
