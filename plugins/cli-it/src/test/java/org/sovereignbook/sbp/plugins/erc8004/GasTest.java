package org.sovereignbook.sbp.plugins.erc8004;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.plugins.chain.ChainException;

/** Estimates of gas by a chain's service, and their limits. */
class GasTest {
  @Test
  void aFifthIsAddedToTheEstimate() throws Exception {
    assertThat(Gas.limit(BigInteger.valueOf(100_000))).isEqualTo(120_000);
    assertThat(Gas.limit(BigInteger.ONE)).isEqualTo(1);
    assertThat(Gas.limit(BigInteger.valueOf(25_000_000))).isEqualTo(30_000_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0x0",
        "0x17d7841",
        "0x7fffffffffffffff",
        "0xffffffffffffffff",
        "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
      })
  void anEstimateThatNoCallTakesIsRefused(String estimate) {
    assertThatThrownBy(() -> Gas.limit(Hex.number(estimate)))
        .isInstanceOf(ChainException.class)
        .hasMessageContaining("a call takes 1 to 30000000");
  }
}
