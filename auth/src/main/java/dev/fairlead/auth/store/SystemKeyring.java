package dev.fairlead.auth.store;

import com.github.javakeyring.BackendNotSupportedException;
import com.github.javakeyring.PasswordAccessException;
import dev.fairlead.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keyring of the operating system, by way of {@code java-keyring}. Every use opens and closes it, so that no connection
 * keeps the program alive, and happens on a thread of its own, since a locked keyring may ask the user and wait for ever.
 */
final class SystemKeyring implements Keyring {
    private static final String SERVICE = "fairlead";

    /** How the keyrings say that they have no such secret; their library has no other way to tell. */
    private static final Pattern ABSENT = Pattern.compile(
            "no stored credentials|not in wallet|not found|could not be found|error code 1168",
            Pattern.CASE_INSENSITIVE);

    /** The library is not safe for several threads. */
    private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

    private final Duration patience;

    private SystemKeyring(Duration patience) {
        this.patience = patience;
    }

    static Optional<Keyring> open(Consumer<String> whyNot) {
        return open(Duration.ofSeconds(10), whyNot);
    }

    /** Returns the keyring if it keeps a secret; one that is locked may act as if it were merely empty. */
    static Optional<Keyring> open(Duration patience, Consumer<String> whyNot) {
        var keyring = new SystemKeyring(patience);
        try {
            keyring.use("used", SystemKeyring::probe);
            return Optional.of(keyring);
        } catch (StoreException unusable) {
            whyNot.accept(String.valueOf(unusable.getMessage()));
            return Optional.empty();
        }
    }

    private static Optional<String> probe(com.github.javakeyring.Keyring keyring) throws PasswordAccessException {
        var found = find(keyring, SERVICE, "probe");
        if (found.isPresent()) {
            return found;
        }
        keyring.setPassword(SERVICE, "probe", "usable");
        return Optional.of(keyring.getPassword(SERVICE, "probe"));
    }

    @Override
    public Optional<String> read(String service, String account) {
        return use("read", keyring -> find(keyring, service, account));
    }

    @Override
    public void write(String service, String account, String secret) {
        use("written", keyring -> {
            keyring.setPassword(service, account, secret);
            return Optional.empty();
        });
    }

    @Override
    public void delete(String service, String account) {
        use("written", keyring -> {
            try {
                keyring.deletePassword(service, account);
                return Optional.empty();
            } catch (PasswordAccessException failure) {
                return absent(failure);
            }
        });
    }

    private static Optional<String> find(com.github.javakeyring.Keyring keyring, String service, String account)
            throws PasswordAccessException {
        try {
            return Optional.ofNullable(keyring.getPassword(service, account));
        } catch (PasswordAccessException failure) {
            return absent(failure);
        }
    }

    private static Optional<String> absent(PasswordAccessException failure) throws PasswordAccessException {
        if (ABSENT.matcher(String.valueOf(failure.getMessage())).find()) {
            return Optional.empty();
        }
        throw failure;
    }

    private Optional<String> use(String verb, Use use) {
        var task = new FutureTask<>(() -> {
            ONE_AT_A_TIME.lockInterruptibly();
            try {
                return openAnd(use);
            } finally {
                ONE_AT_A_TIME.unlock();
            }
        });
        Thread.ofPlatform().daemon().name("fairlead-keyring").start(task);
        try {
            return task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            task.cancel(true);
            throw failed(verb, "it did not answer within %s ms; it may be locked".formatted(patience.toMillis()), late);
        } catch (InterruptedException interrupted) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw failed(verb, "the thread was interrupted", interrupted);
        } catch (ExecutionException failure) {
            throw failed(verb, reason(failure.getCause()), failure.getCause());
        }
    }

    private static Optional<String> openAnd(Use use) throws Exception {
        var keyring = com.github.javakeyring.Keyring.create();
        try {
            return use.of(keyring);
        } finally {
            keyring.close();
        }
    }

    private static String reason(@Nullable Throwable cause) {
        if (cause instanceof BackendNotSupportedException) {
            return "there is none, or it cannot be reached";
        }
        if (cause instanceof PasswordAccessException) {
            return String.valueOf(cause.getMessage());
        }
        return cause + "; it may be locked";
    }

    private static StoreException failed(String verb, String why, @Nullable Throwable cause) {
        return new StoreException("The keyring of this system could not be %s: %s".formatted(verb, why), cause);
    }

    /** What is done with an open keyring. */
    private interface Use {
        Optional<String> of(com.github.javakeyring.Keyring keyring) throws PasswordAccessException;
    }
}
