package org.sovereignbook.sbp.authority.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SchemaTest {
  private static final Path FOLDER =
      Path.of("src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations");

  @Test
  void eachScriptOfTheFolderIsListedAtItsNumber() throws Exception {
    try (Stream<Path> scripts = Files.list(FOLDER)) {
      assertThat(Schema.SCRIPTS)
          .containsExactlyInAnyOrderElementsOf(
              scripts.map(script -> script.getFileName().toString()).toList());
    }
    for (int place = 0; place < Schema.NEWEST; place++) {
      assertThat(Schema.SCRIPTS.get(place)).startsWith("V" + (place + 1) + "__");
    }
  }

  @Test
  void ofEachTableThePageSaysHowLongItsRowsStay() throws Exception {
    String page = Files.readString(Path.of("../docs/operate.md"));
    String table = page.substring(page.indexOf("In the [society's database]"));
    assertThat(Schema.tables(Schema.NEWEST))
        .allSatisfy(name -> assertThat(table).contains("`" + name + "`"));
  }

  @Test
  void whatRefersToAuthorityAndSealedKeysIsFoundInTheScripts() {
    assertThat(Schema.columns("authority_id"))
        .contains(
            new Schema.Column("event", "authority_id"), new Schema.Column("task", "authority_id"));
    assertThat(Schema.sealed())
        .containsExactly(
            new Schema.Column("agent", "sealed_key"),
            new Schema.Column("owner_passphrase", "verifier"),
            new Schema.Column("shared_key", "sealed"),
            new Schema.Column("owner_proof", "proof"));
  }

  @Test
  void aDroppedTableIsListedOnlyForEarlierVersions() {
    assertThat(Schema.tables(23)).contains("agent_archive", "hook_told");
    assertThat(Schema.tables(24)).doesNotContain("agent_archive", "hook_told").contains("agent");
    assertThat(Schema.columns("told_ms")).isEmpty();
  }

  @Test
  void theLineOfAColumnDeclaresTheJudgeOfItsTime() {
    String script =
        """
        CREATE TABLE parcel (
          id TEXT PRIMARY KEY,
          created_ms BIGINT NOT NULL, -- record
          seen_ms BIGINT -- past
        );
        ALTER TABLE letter ADD COLUMN sent_ms BIGINT; -- record
        """;

    assertThat(Schema.columns(script, "-- record"))
        .containsExactly(
            new Schema.Column("parcel", "created_ms"), new Schema.Column("letter", "sent_ms"));
    assertThat(Schema.columns(script, "-- past"))
        .containsExactly(new Schema.Column("parcel", "seen_ms"));
  }
}
