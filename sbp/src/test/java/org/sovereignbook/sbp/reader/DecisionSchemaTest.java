package org.sovereignbook.sbp.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.builtin.BuiltinJobs;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;

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
