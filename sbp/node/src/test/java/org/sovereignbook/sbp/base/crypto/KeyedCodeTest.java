package org.sovereignbook.sbp.base.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class KeyedCodeTest {
  @Test
  void isTheCodeThatEveryJavaMakes() throws Exception {
    Random random = new Random(7);
    for (int length = 0; length < 200; length++) {
      byte[] key = new byte[1 + random.nextInt(64)];
      byte[] text = new byte[length];
      random.nextBytes(key);
      random.nextBytes(text);
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      assertThat(KeyedCode.hmac(key, text)).isEqualTo(mac.doFinal(text));
    }
  }

  @Test
  void aCodeForOnePurposeIsNoneForAnother() {
    PrivateKey key = PrivateKey.of(new byte[PrivateKey.BYTES]);
    assertThat(KeyedCode.of(key, "one", "text")).isNotEqualTo(KeyedCode.of(key, "other", "text"));
  }
}
