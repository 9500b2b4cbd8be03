package dev.fairlead.host.campaign;

/** What is done to a server while it is called. */
enum Harm {
    /** Its process is killed; one that the host reaches by address is started again a while later. */
    KILL,
    /** Every connection is reset as soon as an answer comes, for a while. */
    RESET,
    /** It neither hears nor says anything for a while. */
    SILENCE,
    /** Its tokens end; this excuses no failure, as another is to be had without people. */
    EXPIRE,
    /** It forgets its sessions. */
    FORGET,
    /** It offers another definition of its tool, until it has the old one again or the new one is accepted. */
    RUG_PULL
}
