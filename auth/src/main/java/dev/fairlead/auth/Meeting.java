package dev.fairlead.auth;

import dev.fairlead.auth.discovery.AuthorizationServer;
import dev.fairlead.auth.discovery.Wanted;
import dev.fairlead.auth.token.Client;

/**
 * Decides who we are at an authorization server where a person is to log in, and where the person comes back from there.
 *
 * @param redirectUri where people come back, if that need not be another place for each authorization server
 * @param anyPath whether that may differ by its path
 */
record Meeting(Registrar registrar, Confidant confidant, String redirectUri, boolean anyPath) {
    /** Who we are, and where people come back. */
    record Met(Client client, String redirectUri) {}

    Met with(AuthorizationServer grantor, Wanted wanted) throws InterruptedException {
        var told = registrar.told(grantor);
        var known = told.isPresent() ? told : registrar.documented(grantor).filter(client -> isBest(client, grantor));
        if (known.isPresent()) {
            confidant.objection(grantor, known.get().id()).ifPresent(why -> {
                throw wanted.failed(why);
            });
            return new Met(known.get(), redirectUri);
        }
        var place = grantor.namesItself() ? redirectUri : ReturnAddress.onlyFor(grantor.issuer(), redirectUri, anyPath);
        return new Met(registrar.registered(grantor, place, wanted), place);
    }

    /** Nobody chose a document for this one alone, so that where it will not do we register. */
    private boolean isBest(Client documented, AuthorizationServer grantor) {
        return !registrar.registers(grantor)
                || confidant.objection(grantor, documented.id()).isEmpty();
    }
}
