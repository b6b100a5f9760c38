package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;

class HotChainTest {
  private static final JsonObject TEXT =
      HotText.first(MemoryHolder.OF_OWNER, HotText.time(1_767_225_600_000L));

  @Test
  void theFirstLinkIsTheHashOfTheTimeOfItsEnd() {
    assertThat(HotChain.genesis("2026-01-01T00:00:00.000Z"))
        .isEqualTo("cacdbcdf857554eb6c128eb5f4f9fb57a91ed47ea792b7224d32ab99687b4df7");
    assertThat(HotText.time(1_767_225_600_000L)).isEqualTo("2026-01-01T00:00:00.000Z");
  }

  @Test
  void eachEndOfASessionIsTheNextLink() {
    JsonObject one = HotChain.ended(TEXT, "2026-01-01T00:00:00.000Z", "began");
    JsonObject two =
        HotChain.ended(
            HotChain.started(one, "2026-01-02T00:00:00.000Z"),
            "2026-01-02T01:00:00.000Z",
            "went on");

    HotChain.Link first = HotChain.verify(one).link().orElseThrow();
    HotChain.Link second = HotChain.verify(two).link().orElseThrow();
    assertThat(first.count()).isEqualTo(1);
    assertThat(first.previousHash()).isEqualTo(HotChain.genesis("2026-01-01T00:00:00.000Z"));
    assertThat(second.count()).isEqualTo(2);
    assertThat(HotChain.verify(two).problem()).isEmpty();
    assertThat(second.previousHash())
        .as("the link at the end of the session before, with the beginning of this one")
        .isEqualTo(
            HotChain.verify(HotChain.started(one, "2026-01-02T00:00:00.000Z"))
                .link()
                .orElseThrow()
                .chainHash());
  }

  @Test
  void theOrderOfMembersDoesNotMatterAndTheirValuesDo() {
    JsonObject ended = HotChain.ended(TEXT, "2026-01-01T00:00:00.000Z", "began");
    JsonObject reordered = ended.without("version").with("version", 1);
    JsonObject changed = ended.with("active", JsonObject.builder().put("focus", "another").build());

    assertThat(HotChain.verify(reordered).problem()).isEmpty();
    assertThat(HotChain.verify(changed).problem()).isPresent();
    assertThat(HotChain.verify(HotChain.again(changed)).problem()).isEmpty();
  }

  @Test
  void aTextWithoutSessionsHasNoChainAndOneWithoutItsChainIsBroken() {
    JsonObject ended = HotChain.ended(TEXT, "2026-01-01T00:00:00.000Z", "began");
    JsonObject ephemeral = ended.object("ephemeral").orElseThrow();

    assertThat(HotChain.verify(TEXT).link()).isEmpty();
    assertThat(HotChain.verify(TEXT).problem()).isEmpty();
    assertThat(HotChain.verify(ended.with("ephemeral", ephemeral.without("integrity"))).problem())
        .contains("the chain is missing");
  }
}
