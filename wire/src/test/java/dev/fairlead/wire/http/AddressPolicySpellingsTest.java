package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.fairlead.wire.Tries;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("K-7")
class AddressPolicySpellingsTest {
    private static final AddressPolicy STRICT = AddressPolicy.strict();
    private static final List<String> SEEDS = List.of(
            "https://as.example/a?b=c#d",
            "https://user:pass@10.0.0.1:8443/x",
            "http://localhost:8080/",
            "http://[::ffff:127.0.0.1]/",
            "https://[2002:a9fe:a9fe::1]:1/",
            "https://0x7f.1/",
            "https://1.1.1.1/",
            "https://[2606:4700::1111]/");
    private static final String SPICES =
            "/\\:@?#[]%.0123456789abcdefxX-_ \t\r\n\0;,&=+~!$'()*|<>^`{}\"éß。１ⓛ\u200b\ud83d\ude00";

    @Test
    void anythingIsEitherRefusedInGoodOrderOrLeadsToTheInternetOverHttps() {
        Tries.each(20_000, random -> {
            var url = damaged(SEEDS.get(random.nextInt(SEEDS.size())), random);
            if (passes(url)) {
                assertHarmless(url);
            }
        });
    }

    @Test
    void noSpellingOfAForbiddenAddressPasses() {
        Tries.each(5_000, random -> {
            int address = forbidden(random);
            for (var host : spellings(address, random)) {
                var url = "%s://%s%s/".formatted(random.nextBoolean() ? "https" : "http", host, port(random));
                if (passes(url)) {
                    fail("%s passes", url);
                }
            }
        });
    }

    @Test
    void everyOtherAddressPassesInItsUsualSpelling() {
        Tries.each(5_000, random -> {
            int address = random.nextInt();
            if (isPublic(address)) {
                assertThat(passes("https://" + dotted(address) + port(random)))
                        .as(dotted(address))
                        .isTrue();
            }
        });
    }

    private static boolean passes(String url) {
        try {
            STRICT.check(url);
            return true;
        } catch (FetchException refused) {
            assertThat(refused.kind()).isEqualTo(FetchException.Kind.REFUSED);
            return false;
        }
    }

    private static void assertHarmless(String url) throws UnknownHostException {
        var parsed = HttpUrl.get(url);
        assertThat(parsed.isHttps()).as(url).isTrue();
        assertThat(parsed.username() + parsed.password()).as(url).isEmpty();
        var host = parsed.host();
        assertThat(host).as(url).doesNotContain("%").doesNotEndWith(".").doesNotMatch("(.*\\.)?localhost");
        if (host.contains(":") || host.matches("[0-9.]+")) {
            var address = InetAddress.getByName(host);
            boolean special = address.isAnyLocalAddress()
                    || address.isLoopbackAddress()
                    || address.isLinkLocalAddress()
                    || address.isSiteLocalAddress()
                    || address.isMulticastAddress();
            assertThat(special).as(url).isFalse();
            assertThat(host).as(url).containsAnyOf(".", ":");
        } else {
            assertThat(host)
                    .as(url)
                    .matches("[a-z0-9_.-]+\\.[a-z0-9_-]*[a-z_-][a-z0-9_-]*")
                    .doesNotMatch(".*\\.0x[0-9a-f]*");
        }
    }

    private static String damaged(String seed, Random random) {
        var url = new StringBuilder(seed);
        for (int round = random.nextInt(6); round > 0 && !url.isEmpty(); round--) {
            int at = random.nextInt(url.length());
            switch (random.nextInt(4)) {
                case 0 -> url.deleteCharAt(at);
                case 1 -> url.insert(at, SPICES.charAt(random.nextInt(SPICES.length())));
                case 2 ->
                    url.setCharAt(at, (char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(1 << 16)));
                default -> url.insert(at, url.substring(random.nextInt(at + 1), at));
            }
        }
        return url.toString();
    }

    private static int forbidden(Random random) {
        int low = random.nextInt();
        return switch (random.nextInt(9)) {
            case 0 -> 10 << 24 | (low & 0xffffff);
            case 1 -> 127 << 24 | (low & 0xffffff);
            case 2 -> 0xa9fe0000 | (low & 0xffff);
            case 3 -> 0xac100000 | (low & 0xfffff);
            case 4 -> 0xc0a80000 | (low & 0xffff);
            case 5 -> 0x64400000 | (low & 0x3fffff);
            case 6 -> low & 0xffffff;
            case 7 -> 0xe0000000 | (low & 0x1fffffff);
            default -> 0xa9fea9fe;
        };
    }

    private static boolean isPublic(int address) {
        int a = address >>> 24;
        int b = address >>> 16 & 0xff;
        return a != 0
                && a != 10
                && a != 127
                && a < 224
                && !(a == 100 && ((b >= 64 && b < 128) || b == 100))
                && !(a == 168 && b == 63)
                && !(a == 169 && b == 254)
                && !(a == 172 && b >= 16 && b < 32)
                && !(a == 192 && (b == 0 || b == 88 || b == 168))
                && !(a == 198 && (b == 18 || b == 19 || b == 51))
                && !(a == 203 && b == 0);
    }

    private static List<String> spellings(int address, Random random) {
        int a = address >>> 24;
        int b = address >>> 16 & 0xff;
        int c = address >>> 8 & 0xff;
        int d = address & 0xff;
        var usual = dotted(address);
        var found = new ArrayList<String>();
        found.add(usual);
        found.add(usual + ".");
        found.add(Integer.toUnsignedString(address));
        found.add("0x" + Integer.toHexString(address));
        found.add("0" + Integer.toOctalString(address));
        found.add("%d.%d.%d".formatted(a, b, c << 8 | d));
        found.add("%d.%d".formatted(a, b << 16 | c << 8 | d));
        found.add("0%o.0%o.0%o.0%o".formatted(a, b, c, d));
        found.add("0x%x.0x%x.%d.0%o".formatted(a, b, c, d));
        found.add("%03d.%03d.%03d.%03d".formatted(a, b, c, d));
        found.add(encoded(usual, random));
        found.add(usual.replace('.', '。'));
        found.add(wide(usual));
        for (var prefix :
                List.of("::", "::ffff:", "::ffff:0:", "64:ff9b::", "64:ff9b:1::", "2001:0:101:101::", "fe80::5efe:")) {
            found.add("[%s%s]".formatted(prefix, prefix.startsWith("2001") ? dotted(~address) : usual));
        }
        found.add("[::ffff:%x:%x]".formatted(address >>> 16, address & 0xffff));
        found.add("[2002:%x:%x::%x]".formatted(address >>> 16, address & 0xffff, random.nextInt(1 << 16)));
        found.add("[2001:0:%x:%x::1]".formatted(address >>> 16, address & 0xffff));
        found.add("as.example@" + usual);
        return found;
    }

    private static String encoded(String text, Random random) {
        var encoded = new StringBuilder();
        text.chars()
                .forEach(c -> encoded.append(random.nextBoolean() ? "%%%02x".formatted(c) : String.valueOf((char) c)));
        return encoded.toString();
    }

    private static String wide(String text) {
        var wide = new StringBuilder();
        text.chars().forEach(c -> wide.append((char) (c == '.' ? c : c - '0' + '０')));
        return wide.toString();
    }

    private static String dotted(int address) {
        return "%d.%d.%d.%d".formatted(address >>> 24, address >>> 16 & 0xff, address >>> 8 & 0xff, address & 0xff);
    }

    private static String port(Random random) {
        return random.nextBoolean() ? "" : ":" + (1 + random.nextInt(65535));
    }
}
