package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Features;

class EventKindsTest {
  @TempDir Path folder;
  private HookScene scene;

  @BeforeEach
  void open() {
    scene = new HookScene(folder);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private void require(String type) {
    JsonObject declaration =
        JsonObject.builder()
            .put(
                "triggers",
                JsonObject.builder()
                    .put("event", JsonObject.builder().put("types", type).build())
                    .build())
            .build();
    scene
        .ledger()
        .write(
            tx -> {
              EventKinds.requireKnown(tx, HookDeclaration.of(declaration));
              return true;
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "task.added | the nearest is task.created",
        "task.done | the nearest is task.completed",
        "task.complete | the nearest is task.completed",
        "mail.recieved | events of mail: sent, arrived",
        "memory.writen | the nearest is memory.written",
        "tasks | the nearest is task",
        "nonsense | agent, bus"
      })
  void anUnknownKindIsRefusedWithTheNearest(String type, String hint) {
    assertThatThrownBy(() -> require(type))
        .isInstanceOfSatisfying(
            SocietyException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("unknown-event");
              assertThat(refused.hints().toString()).contains(hint);
            });
  }

  @Test
  void everyKindAndItsBeginningIsKnown() {
    for (String kind : EventKinds.all(Features.bundled())) {
      assertThatCode(() -> require(kind)).doesNotThrowAnyException();
      assertThatCode(() -> require(kind.substring(0, kind.indexOf('.'))))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void aKindOfAnExtensionIsKnownOnceItHasOccurred() {
    assertThatThrownBy(() -> require("parcel.sent")).isInstanceOf(SocietyException.class);
    scene
        .ledger()
        .write(
            tx ->
                tx.append(
                    LedgerEvent.of(
                        "parcel:1:sent", "parcel.sent", Authority.of(Principal.OWNER, "command"))));

    assertThatCode(() -> require("parcel.sent")).doesNotThrowAnyException();
    assertThatCode(() -> require("parcel")).doesNotThrowAnyException();
  }
}
