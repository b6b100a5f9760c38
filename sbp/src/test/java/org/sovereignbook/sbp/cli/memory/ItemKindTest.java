package org.sovereignbook.sbp.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.society.memory.ItemType;

/** One word says what an item is; its members need not say it again. */
class ItemKindTest {
  private static final JsonObject ADA = JsonObject.empty().with("name", "Ada");

  @Test
  void aKindSaysTheTypeAndItself() {
    assertThat(ItemKind.PERSON.type()).isEqualTo(ItemType.ENTITY);
    assertThat(ItemKind.PERSON.in(ADA)).isEqualTo(ADA.with("type", "person"));
    assertThat(ItemKind.PERSON.in(ADA.with("type", "person")))
        .isEqualTo(ADA.with("type", "person"));
    assertThat(ItemKind.PRINCIPLE.of("measure first").string("type")).contains("principle");
    assertThat(ItemKind.LEARNING.in(JsonObject.empty().with("content", "x")).string("type"))
        .contains("insight");
  }

  @Test
  void aTypeLeavesTheKindToTheMembers() {
    assertThat(ItemKind.ENTITY.in(ADA.with("type", "org"))).isEqualTo(ADA.with("type", "org"));
    assertThat(ItemKind.NOTE.in(ADA)).isEqualTo(ADA);
  }

  @Test
  void twoKindsAreRefused() {
    assertThatThrownBy(() -> ItemKind.PERSON.in(ADA.with("type", "project")))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("one is enough");
  }
}
