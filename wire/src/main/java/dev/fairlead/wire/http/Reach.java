package dev.fairlead.wire.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How far from here an IP address lies, the more dangerous the later in this list. */
enum Reach {
    PUBLIC("the internet"),
    LOOPBACK("this machine"),
    PRIVATE("a private or reserved network"),
    LINK_LOCAL("the link-local network"),
    /** Where no setting leads: the services by which clouds hand out secrets, multicast, and no address at all. */
    NEVER("a cloud's metadata service, a multicast group or nobody at all");

    // https://www.iana.org/assignments/iana-ipv4-special-registry and what clouds document; the first that fits counts.
    private static final List<Range> V4 = List.of(
            Range.of("0.0.0.0", 8, NEVER),
            Range.of("169.254.169.0", 24, NEVER),
            Range.of("169.254.170.0", 24, NEVER),
            Range.of("169.254.0.23", 32, NEVER),
            Range.of("169.254.42.42", 32, NEVER),
            Range.of("100.100.100.200", 32, NEVER),
            Range.of("168.63.129.16", 32, NEVER),
            Range.of("192.0.0.192", 32, NEVER),
            Range.of("255.255.255.255", 32, NEVER),
            Range.of("224.0.0.0", 4, NEVER),
            Range.of("169.254.0.0", 16, LINK_LOCAL),
            Range.of("127.0.0.0", 8, LOOPBACK),
            Range.of("10.0.0.0", 8, PRIVATE),
            Range.of("100.64.0.0", 10, PRIVATE),
            Range.of("172.16.0.0", 12, PRIVATE),
            Range.of("192.0.0.0", 24, PRIVATE),
            Range.of("192.0.2.0", 24, PRIVATE),
            Range.of("192.88.99.0", 24, PRIVATE),
            Range.of("192.168.0.0", 16, PRIVATE),
            Range.of("198.18.0.0", 15, PRIVATE),
            Range.of("198.51.100.0", 24, PRIVATE),
            Range.of("203.0.113.0", 24, PRIVATE),
            Range.of("240.0.0.0", 4, PRIVATE),
            Range.of("0.0.0.0", 0, PUBLIC));

    // https://www.iana.org/assignments/iana-ipv6-special-registry; only 2000::/3 is handed out to anybody.
    private static final List<Range> V6 = List.of(
            Range.of("::", 128, NEVER),
            Range.of("::1", 128, LOOPBACK),
            Range.of("fd00:ec2::254", 128, NEVER),
            Range.of("fd20:ce::254", 128, NEVER),
            Range.of("fe80::a9fe:a9fe", 128, NEVER),
            Range.of("ff00::", 8, NEVER),
            // Where in these the IPv4 address stands is a local matter, so that it cannot be checked.
            Range.of("64:ff9b:1::", 48, NEVER),
            Range.of("fe80::", 10, LINK_LOCAL),
            Range.of("64:ff9b::", 96, PUBLIC),
            Range.of("2001::", 32, PUBLIC),
            Range.of("2001::", 23, PRIVATE),
            Range.of("2001:db8::", 32, PRIVATE),
            Range.of("3fff::", 20, PRIVATE),
            Range.of("2000::", 3, PUBLIC),
            Range.of("::", 0, PRIVATE));

    private final String words;

    Reach(String words) {
        this.words = words;
    }

    /** Says where that is. */
    String words() {
        return words;
    }

    /** Returns how far away an address lies, and if it leads on to another one by translation, the worse of both. */
    static Reach of(InetAddress address) {
        return of(address.getAddress());
    }

    private static Reach of(byte[] address) {
        if (address.length == 4) {
            return in(V4, address);
        }
        if (begins(address, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff)) {
            return of(part(address, 12)); // The very same address in another notation.
        }
        var worst = in(V6, address);
        if (worst != LOOPBACK && worst != NEVER) {
            for (var inner : embedded(address)) {
                var reach = of(inner);
                var known = reach == LOOPBACK ? PRIVATE : reach; // Of the machine that translates, not of this one.
                worst = known.compareTo(worst) > 0 ? known : worst;
            }
        }
        return worst;
    }

    private static Reach in(List<Range> ranges, byte[] address) {
        return ranges.stream()
                .filter(range -> range.holds(address))
                .findFirst()
                .orElseThrow()
                .reach();
    }

    /** Returns the IPv4 addresses that may be meant by an IPv6 address. */
    private static List<byte[]> embedded(byte[] address) {
        var found = new ArrayList<byte[]>();
        boolean compatible = begins(address, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        boolean translated = begins(address, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0);
        boolean nat64 = begins(address, 0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0);
        boolean isatap =
                (address[8] & 0xfd) == 0 && address[9] == 0 && address[10] == 0x5e && (address[11] & 0xff) == 0xfe;
        boolean teredo = begins(address, 0x20, 0x01, 0, 0);
        if (compatible || translated || nat64 || isatap) {
            found.add(part(address, 12));
        }
        if (begins(address, 0x20, 0x02)) {
            found.add(part(address, 2)); // 6to4
        }
        if (teredo) {
            found.add(part(address, 4));
            found.add(inverted(part(address, 12)));
        }
        return found;
    }

    private static boolean begins(byte[] address, int... bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if ((address[i] & 0xff) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    private static byte[] part(byte[] address, int from) {
        return Arrays.copyOfRange(address, from, from + 4);
    }

    private static byte[] inverted(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ~bytes[i];
        }
        return bytes;
    }

    /** The addresses that begin with the same bits. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Range(byte[] prefix, int bits, Reach reach) {

        static Range of(String literal, int bits, Reach reach) {
            try {
                return new Range(InetAddress.getByName(literal).getAddress(), bits, reach);
            } catch (UnknownHostException impossible) {
                throw new IllegalArgumentException(literal, impossible);
            }
        }

        boolean holds(byte[] address) {
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % 8);
                if (((address[bit / 8] ^ prefix[bit / 8]) & mask) != 0) {
                    return false;
                }
            }
            return true;
        }
    }
}
