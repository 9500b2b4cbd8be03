package dev.fairlead.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoomTest {
    private static final Room ROOM = new Room(3, 10);

    @Test
    void isThereForSoManyAndNoMore() {
        assertThat(ROOM.fits(1, 2, 2)).isTrue();
        assertThat(ROOM.fits(1, 3, 3)).isFalse();
    }

    @Test
    void canBeFilledToTheLastByte() {
        assertThat(ROOM.fits(4, 1, 6)).isTrue();
        assertThat(ROOM.fits(5, 1, 6)).isFalse();
    }

    @Test
    void isLargeEnoughForOneAlone() {
        assertThat(ROOM.fits(11, 0, 0)).isTrue();
        assertThat(ROOM.fits(11, 1, 0)).isFalse();
    }
}
