package org.sovereignbook.sbp.authority.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StoredTextTest {
  @Test
  void ordinaryTextIsStoredAsItIs() {
    for (String text :
        List.of(
            "", "plain", "ünï \ud83d\ude00", "line\nline\ttab \\ ' \" %", "\u0001\u007f\uffff")) {
      assertThat(StoredText.encode(text)).isEqualTo(text);
      assertThat(StoredText.decode(text)).isEqualTo(text);
    }
  }

  @Test
  void whatNoDatabaseTakesIsEscaped() {
    assertThat(StoredText.encode("a\u0000b")).isEqualTo("a\u001a0000b");
    assertThat(StoredText.encode("\ud800")).isEqualTo("\u001ad800");
    assertThat(StoredText.encode("\udc00\ud800")).isEqualTo("\u001adc00\u001ad800");
    assertThat(StoredText.encode("\u001a0000")).isEqualTo("\u001a001a0000");
  }

  @Test
  void anyTextComesBackAndFitsIntoUtf8WithoutZeros() {
    Random random = new Random(7);
    char[] odd = {0, 0x1a, 0xd800, 0xdbff, 0xdc00, 0xdfff, 'a', '0', '1', 'd', 0xe9, 0xffff};
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(12); length > 0; length--) {
        text.append(odd[random.nextInt(odd.length)]);
      }
      String stored = StoredText.encode(text.toString());
      assertThat(stored).doesNotContain("\u0000");
      byte[] utf8 = stored.getBytes(StandardCharsets.UTF_8);
      assertThat(StoredText.decode(new String(utf8, StandardCharsets.UTF_8)))
          .isEqualTo(text.toString());
    }
  }

  @Test
  void anEscapeThatSomebodyHasCutOffIsLeftAsItIs() {
    assertThat(StoredText.decode("\u001a00")).isEqualTo("\u001a00");
  }
}
