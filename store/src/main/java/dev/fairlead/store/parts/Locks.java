package dev.fairlead.store.parts;

/** Locks that processes share. Within this process nobody asks for a name that is held or asked for already. */
public interface Locks {

    /** Takes a lock if nobody else has it, without waiting. */
    boolean tryLock(String name);

    /** Gives a lock back. What prevents it also ends the lock, sooner or later: it is logged and not thrown. */
    void unlock(String name);
}
