package dev.fairlead.agent.provider;

/**
 * Where models of a provider that can be asked are.
 *
 * @param provider its name
 * @param address where it is asked, without what may be secret
 * @param addressFrom the variable that says so; empty for the usual address
 * @param keyFrom the variable that holds the key; empty where it is configured or kept elsewhere
 * @param hasKey whether there is one, as far as that is known without asking a keyring
 */
public record ModelPlace(String provider, String address, String addressFrom, String keyFrom, boolean hasKey) {}
