package org.sovereignbook.sbp.peer.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;

/** What models are told they may decide is what reader-post carries out. */
class DecisionSchemaTest {

  @Test
  void theSchemaOfDecisionsNamesEveryActionAndNoOther() {
    JsonObject schema = BuiltinJobs.of("reader").output().schema().orElseThrow();

    assertThat(
            schema
                .object("properties")
                .flatMap(properties -> properties.object("decisions"))
                .flatMap(decisions -> decisions.object("items"))
                .flatMap(items -> items.object("properties"))
                .flatMap(members -> members.object("action"))
                .flatMap(action -> action.array("enum"))
                .flatMap(JsonArray::strings)
                .orElseThrow())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Action.values()).map(Action::toString).toList());
  }
}
