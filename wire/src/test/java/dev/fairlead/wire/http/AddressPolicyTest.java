package dev.fairlead.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fairlead.wire.http.FetchException.Kind;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("K-7")
class AddressPolicyTest {
    private static final AddressPolicy STRICT = AddressPolicy.strict();
    private static final AddressPolicy PUBLIC = AddressPolicy.forServer("https://mcp.example/mcp");
    private static final AddressPolicy LOCAL = AddressPolicy.forServer("http://localhost:3000/mcp");
    private static final AddressPolicy WIDE = PUBLIC.allowingPrivateNetworks();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://as.example",
                "https://as.example/a/b?c=d#e",
                "https://AS.Example:8443/",
                "HTTPS://as.example/",
                "https://1.1.1.1/",
                "https://93.184.216.34:8443/",
                "https://100.63.255.255/",
                "https://100.128.0.0/",
                "https://172.15.255.255/",
                "https://172.32.0.0/",
                "https://223.255.255.255/",
                "https://11.0.0.0/",
                "https://126.255.255.255/",
                "https://128.0.0.1/",
                "https://[2606:4700::1111]/",
                "https://[2a00:1450:4001::1]/",
                "https://[64:ff9b::1.1.1.1]/",
                "https://[2002:101:101::1]/",
                "https://[::ffff:1.1.1.1]/",
                "https://1.as.example/",
                "https://127.0.0.1.as.example/",
                "https://localhost.as.example/",
                "https://bücher.example/",
                "https://xn--bcher-kva.example/",
                "https://a_b.example/",
            })
    void theInternetIsAllowedOverHttps(String url) {
        for (var policy : List.of(STRICT, PUBLIC, LOCAL, WIDE)) {
            assertAllowed(policy, url);
        }
    }

    @ParameterizedTest
    @Tag("F-4")
    @ValueSource(
            strings = {
                "http://as.example/",
                "HTTP://as.example/",
                "http://1.1.1.1/",
                "http://10.0.0.1/",
                "http://[fd00::1]/",
                "http://localhost.as.example/",
                "http://127.0.0.1.as.example/",
                "http://notlocalhost/",
            })
    void plainHttpIsRefusedWhateverElseIsAllowed(String url) {
        for (var policy : List.of(STRICT, PUBLIC, LOCAL, WIDE)) {
            assertRefused(policy, url);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost/",
                "http://LOCALHOST:8080/",
                "http://a.b.localhost:8080/",
                "http://127.0.0.1:8080/",
                "http://127.255.255.254/",
                "http://[::1]:8080/",
                "http://[0:0:0:0:0:0:0:1]/",
                "http://[::0001]/",
                "http://[::ffff:127.0.0.1]/",
                "http://[::ffff:7f00:1]/",
                "http://%6c%6f%63alhost/",
                "http://%31%32%37.0.0.1/",
                "http://ⓛocalhost/",
                "http://１２７.0.0.1/",
                "http://127。0。0。1/",
                "https://localhost:8443/",
                "https://127.0.0.1/",
                "https://[::1]/",
            })
    void thisMachineIsAllowedToServersOfThisMachineAlone(String url) {
        assertRefused(STRICT, url);
        assertRefused(PUBLIC, url);
        assertAllowed(LOCAL, url);
        assertAllowed(AddressPolicy.forServer("http://[::1]:3000/"), url);
        assertAllowed(AddressPolicy.forServer("https://127.8.9.10/"), url);
        assertAllowed(WIDE, url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://10.0.0.0/",
                "https://10.255.255.255/",
                "https://100.64.0.0/",
                "https://100.127.255.255/",
                "https://172.16.0.1/",
                "https://172.31.255.255/",
                "https://192.0.0.1/",
                "https://192.0.2.1/",
                "https://192.88.99.1/",
                "https://192.168.0.1/",
                "https://192.168.255.255/",
                "https://198.18.0.1/",
                "https://198.19.255.255/",
                "https://198.51.100.7/",
                "https://203.0.113.7/",
                "https://240.0.0.1/",
                "https://255.255.255.254/",
                "https://[fc00::1]/",
                "https://[fd12:3456::1]/",
                "https://[fec0::1]/",
                "https://[100::1]/",
                "https://[2001:2::1]/",
                "https://[2001:db8::1]/",
                "https://[3fff::1]/",
                "https://[4000::1]/",
                "https://[::ffff:10.0.0.1]/",
                "https://[::ffff:c0a8:1]/",
                "https://[::10.0.0.1]/",
                "https://[::1.1.1.1]/",
                "https://[::ffff:0:10.0.0.1]/",
                "https://[64:ff9b::10.0.0.1]/",
                "https://[64:ff9b::127.0.0.1]/",
                "https://[2002:a00:1::1]/",
                "https://[2002:7f00:1::1]/",
                "https://[2001:0:a00:1::fefe:fefe]/",
                "https://[2001:0:101:101::f5ff:fffe]/",
                "https://[2606:4700::5efe:10.0.0.1]/",
                "https://[2606:4700::200:5efe:10.0.0.1]/",
                "https://%31%30.0.0.1/",
                "https://１０.0.0.1/",
                "https://intranet/",
                "https://printer.local/",
                "https://nas.home.arpa/",
                "https://sso.corp.internal/",
            })
    void privateNetworksAreRefusedUnlessTheUserAllowsThem(String url) {
        assertRefused(STRICT, url);
        assertRefused(PUBLIC, url);
        assertRefused(LOCAL, url);
        assertAllowed(WIDE, url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://0.0.0.0/",
                "https://0.1.2.3/",
                "https://169.254.169.254/latest/meta-data/",
                "http://169.254.169.254/latest/meta-data/",
                "https://169.254.170.2/",
                "https://169.254.1.1/",
                "https://100.100.100.200/",
                "https://168.63.129.16/",
                "https://192.0.0.192/",
                "https://224.0.0.1/",
                "https://239.255.255.250/",
                "https://255.255.255.255/",
                "https://[::]/",
                "https://[fe80::1]/",
                "https://[febf::1]/",
                "https://[fe80::a9fe:a9fe]/",
                "https://[fd00:ec2::254]/",
                "https://[fd20:ce::254]/",
                "https://[ff02::1]/",
                "https://[::ffff:169.254.169.254]/",
                "https://[::ffff:a9fe:a9fe]/",
                "https://[::169.254.169.254]/",
                "https://[::ffff:0:169.254.169.254]/",
                "https://[64:ff9b::169.254.169.254]/",
                "https://[64:ff9b:1::169.254.169.254]/",
                "https://[64:ff9b:1:a9fe:a9:fe00::]/",
                "https://[2002:a9fe:a9fe::1]/",
                "https://[2001:0:a9fe:a9fe::1]/",
                "https://[2001:0:101:101::5601:5601]/",
                "https://[2606:4700::5efe:a9fe:a9fe]/",
                "https://[64:ff9b::0.0.0.0]/",
                "https://[64:ff9b::224.0.0.1]/",
                "https://metadata.google.internal/",
                "https://METADATA.google.internal/",
                "https://metadata/",
                // Spellings of an address that some read as that and some as a name.
                "http://2130706433/",
                "https://2130706433/",
                "https://3232235521/",
                "https://2852039166/",
                "http://0x7f000001/",
                "https://0xa9fea9fe/",
                "http://0X7F.0.0.1/",
                "http://0x7f.1/",
                "http://017700000001/",
                "http://0177.0.0.1/",
                "http://0177.0.0.01/",
                "http://127.0.0.01/",
                "http://127.00.0.1/",
                "https://010.0.0.1/",
                "http://127.1/",
                "http://127.0.1/",
                "https://10.1/",
                "https://0/",
                "https://0x/",
                "http://127.0.0.1./",
                "https://10.0.0.1./",
                "http://localhost./",
                "https://as.example./",
                "https://256.256.256.256/",
                "https://1.2.3.4.5/",
                "https://1.1.1.1.1/",
                "https://a.0x7f/",
                "https://a.1/",
                "https://169.254.43518/",
                "https://[fe80::1%25eth0]/",
                "https://[fe80::1%eth0]/",
                "http://[::1%25lo]/",
                "https://[::1/",
                "https://[::g]/",
                "https://[1.2.3.4]/",
                "https://::1/",
                "https://as..example/",
                "https://.as.example/",
                "https://as.example../",
                "https://-as.example/",
                "https://./",
                "https://*/",
                "https://a,b.example/",
                "https://a$b.example/",
                "https://a%00b.example/",
                "https://a%2fb.example/",
                "https://as.example%23.evil.example/",
                // Users.
                "https://user@as.example/",
                "https://user:hush@as.example/",
                "https://@as.example/",
                "https://:@as.example/",
                "https://as.example@10.0.0.1/",
                "https://as.example%40evil.example@as.example/",
                "http://user@localhost/",
                // Ports.
                "https://as.example:0/",
                "https://as.example:65536/",
                "https://as.example:-1/",
                "https://as.example:https/",
                "https://as.example:99999999999/",
                // No addresses, or not ones to be asked.
                "",
                " ",
                "as.example",
                "/path",
                "//as.example/",
                "https:",
                "https:/",
                "https://",
                "https:///",
                "https:///as.example/",
                "https:/as.example/",
                "https:as.example",
                "https:\\\\as.example\\",
                "https://as.example\\@10.0.0.1/",
                " https://as.example/",
                "https://as.example/ ",
                "https://as.example/\n",
                "https://as.ex\tample/",
                "ht\ntps://as.example/",
                "https://as.example/a b",
                "https://as.example/\u0000",
                "ftp://as.example/",
                "file:///etc/passwd",
                "javascript:alert(1)",
                "data:text/html,hi",
                "vbscript:x",
                "gopher://as.example/",
                "ws://as.example/",
                "unix:/run/docker.sock",
                "jar:https://as.example/!/x",
                "httpss://as.example/",
            })
    void theseAreRefusedWhateverIsAllowed(String url) {
        for (var policy : List.of(STRICT, PUBLIC, LOCAL, WIDE, LOCAL.allowingPrivateNetworks())) {
            assertRefused(policy, url);
        }
    }

    @Test
    void anAddressWithoutEndIsRefused() {
        assertRefused(WIDE, "https://as.example/" + "a".repeat(20_000));
        assertRefused(WIDE, "https://" + "a.".repeat(5_000) + "example/");
        assertRefused(WIDE, "https://" + "a".repeat(64) + ".example/");
    }

    @Nested
    class TheServerOfTheUser {
        @ParameterizedTest
        @CsvSource({
            "http://10.0.0.5:8080/mcp, http://10.0.0.5:9000/as, true",
            "http://10.0.0.5:8080/mcp, https://10.0.0.5/as, true",
            "http://10.0.0.5:8080/mcp, http://10.0.0.6:8080/as, false",
            "http://10.0.0.5:8080/mcp, https://10.0.0.6/as, false",
            "http://10.0.0.5:8080/mcp, http://localhost/as, false",
            "https://10.0.0.5:8080/mcp, https://10.0.0.5:9000/as, true",
            "https://10.0.0.5:8080/mcp, http://10.0.0.5:9000/as, false",
            "http://mcp.example/, http://mcp.example:81/, true",
            "http://mcp.example/, http://MCP.example:81/, true",
            "http://MCP.example/, http://mcp.example:81/, true",
            "http://mcp.example/, http://as.mcp.example/, false",
            "https://mcp.example/, http://mcp.example/, false",
            "https://localhost/, http://localhost/, true",
            "http://localhost/, http://user@localhost/, false",
            "http://tools/, http://tools:81/, true",
            "http://tools/, https://other/, false",
            "http://[fd00::1]/, http://[fd00:0::1]:81/, true",
            "http://[fd00::1]/, http://[fd00::2]/, false",
            "http://127.1:81/, http://127.1:82/, true",
            "http://169.254.1.1/, http://169.254.1.1:81/, true",
            "http://169.254.1.1/, http://169.254.1.2/, false",
            "http://me:hush@mcp.example/, http://mcp.example/, true",
        })
        void mayNameItsOwnHostAtAnyPort(String server, String url, boolean allowed) {
            var policy = AddressPolicy.forServer(server);
            if (allowed) {
                assertAllowed(policy, url);
            } else {
                assertRefused(policy, url);
            }
        }

        @ParameterizedTest
        @CsvSource({
            "10.0.0.1, true",
            "127.0.0.1, true",
            "fe80::1, true",
            "93.184.216.34, true",
            "169.254.169.254, false",
            "fd00:ec2::254, false",
            "0.0.0.0, false",
            "224.0.0.1, false",
        })
        void mayLieAnywhereButWhereCloudsKeepSecrets(String address, boolean allowed) {
            assertThat(permits(AddressPolicy.forServer("http://tools.example/"), "tools.example", address))
                    .isEqualTo(allowed);
        }

        @Test
        void mustHaveAnAddress() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> AddressPolicy.forServer("ftp://me:hush@mcp.example/?hush"))
                    .withMessageNotContaining("hush");
        }
    }

    @Nested
    class WhatAHostResolvesTo {
        @ParameterizedTest
        @ValueSource(
                strings = {"10.0.0.1", "127.0.0.1", "::1", "fd00::1", "100.64.0.1", "192.168.1.1", "2002:a00:1::1"})
        void isRefusedIfPrivate(String address) {
            assertThat(permits(PUBLIC, "as.example", address)).isFalse();
            assertThat(permits(PUBLIC, "as.example", "93.184.216.34", address)).isFalse();
            assertThat(permits(PUBLIC, "as.example", address, "93.184.216.34")).isFalse();
            assertThat(permits(WIDE, "as.example", address)).isTrue();
        }

        @ParameterizedTest
        @ValueSource(strings = {"169.254.169.254", "fe80::1", "fd00:ec2::254", "0.0.0.0", "::", "224.0.0.1", "ff02::1"})
        void isRefusedIfForbiddenToAll(String address) {
            assertThat(permits(WIDE, "as.example", "93.184.216.34", address)).isFalse();
        }

        @Test
        void isThisMachineIfItsNameSaysSo() {
            assertThat(permits(LOCAL, "localhost", "127.0.0.1", "::1")).isTrue();
            assertThat(permits(LOCAL, "as.localhost", "127.0.0.1", "::1")).isTrue();
            assertThat(permits(LOCAL, "as.localhost", "127.0.0.1", "93.184.216.34"))
                    .isFalse();
            assertThat(permits(WIDE, "as.localhost", "10.0.0.1")).isFalse();
        }

        @Test
        void isRefusedAlsoAsAMappedAddressThatJavaDoesNotTakeForIpv4() throws Exception {
            var bytes = new byte[16];
            bytes[10] = bytes[11] = (byte) 0xff;
            bytes[12] = 127;
            bytes[15] = 1;
            var mapped = Inet6Address.getByAddress(null, bytes, 0);
            assertThat(Reach.of(mapped)).isEqualTo(Reach.LOOPBACK);
        }
    }

    @Test
    void refusalsSayWhatWhyAndWhatToDo() {
        assertThat(assertRefused(PUBLIC, "https://10.0.0.1:8443/a?b"))
                .hasMessage("host '10.0.0.1:8443', which a server named, is not asked: it belongs to a private or"
                        + " reserved network; allow private networks if this server may send you there");
        assertThat(assertRefused(PUBLIC, "javascript:alert(1)"))
                .hasMessage("a server named an address with scheme 'javascript', where https is needed;"
                        + " tell the operator of that server");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://10.0.0.1/hush?hush#hush",
                "https://hush:hush@as.example/",
                "https://as.example:hush/",
                "http://as.example/hush?hush",
                "ftp://hush:hush@hush/hush",
                "https://as.example/\nhush",
                "https://as.example\\hush",
                "https://127.1/hush",
            })
    void refusalsShowNothingButTheHost(String url) {
        var refusal = assertRefused(WIDE.allowingPrivateNetworks(), url.replace("10.0.0.1", "169.254.1.1"));
        assertThat(refusal).hasMessageNotContaining("hush").hasNoCause();
        assertThat(refusal.getMessage()).matches("[\\x20-\\x7e]+");
    }

    private static boolean permits(AddressPolicy policy, String host, String... addresses) {
        return catchThrowableOfType(
                        FetchException.class,
                        () -> policy.check(
                                host,
                                List.of(addresses).stream()
                                        .map(AddressPolicyTest::address)
                                        .toList()))
                == null;
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException wrong) {
            throw new AssertionError(wrong);
        }
    }

    private static void assertAllowed(AddressPolicy policy, String url) {
        assertThatCode(() -> policy.check(url)).as(url).doesNotThrowAnyException();
    }

    private static FetchException assertRefused(AddressPolicy policy, String url) {
        var refusal = catchThrowableOfType(FetchException.class, () -> policy.check(url));
        assertThat(refusal).as(url).isNotNull();
        assertThat(refusal.kind()).isEqualTo(Kind.REFUSED);
        assertThat(refusal.maybeSeen()).isFalse();
        return refusal;
    }
}
