package org.sovereignbook.sbp.authority.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.SqliteDatabase;
import org.sovereignbook.sbp.node.Features;

class SchemaTest {
  private static final Schema SCHEMA = Schema.of(Features.bundled());
  private static final Path FOLDER =
      Path.of("node/src/main/resources/org/sovereignbook/sbp/authority/ledger/migrations");

  @Test
  void eachScriptOfTheFolderIsListedAtItsNumber() throws Exception {
    try (Stream<Path> scripts = Files.list(FOLDER)) {
      assertThat(Schema.SCRIPTS.stream().filter(name -> !name.equals(Schema.MOVED)))
          .containsExactlyInAnyOrderElementsOf(
              scripts.map(script -> script.getFileName().toString()).toList());
    }
    for (int place = 0; place < Schema.NEWEST; place++) {
      assertThat(Schema.SCRIPTS.get(place)).matches("(V" + (place + 1) + "__.*)?");
    }
  }

  @Test
  void ofEachTableThePageSaysHowLongItsRowsStay() throws Exception {
    String page = Files.readString(Path.of("../docs/operate.md"));
    String table = page.substring(page.indexOf("In the [society's database]"));
    assertThat(SCHEMA.tables(SCHEMA.newest()))
        .allSatisfy(name -> assertThat(table).contains("`" + name + "`"));
  }

  @Test
  void whatRefersToAuthorityAndSealedKeysIsFoundInTheScripts() {
    assertThat(SCHEMA.columns("authority_id"))
        .contains(
            new Schema.Column("event", "authority_id"), new Schema.Column("task", "authority_id"));
    assertThat(SCHEMA.sealed())
        .containsExactly(
            new Schema.Column("agent", "sealed_key"),
            new Schema.Column("owner_passphrase", "verifier"),
            new Schema.Column("owner_proof", "proof"),
            new Schema.Column("shared_key", "sealed"));
  }

  @Test
  void aFeatureThatWasPartOfTheProgramKeepsItsRows(@TempDir Path folder) {
    try (Database database = SqliteDatabase.open(folder.resolve("society.db"), (_, _) -> {})) {
      Schema.Version before = SCHEMA.before(45);
      assertThat(before.features())
          .containsEntry("chain", 1)
          .containsEntry("evolution", 2)
          .containsEntry("returning", 1)
          .containsEntry("shared-groups", 1)
          .containsEntry("swarm", 1);
      database.write(
          sql -> {
            SCHEMA.update(sql, database.location(), before);
            sql.update("INSERT INTO authority (id, document, last_ms) VALUES ('a1', '{}', 0)");
            sql.update(
                "INSERT INTO agent (id, fingerprint, public_key, sealed_to, parent, depth, type,"
                    + " name, status, status_ms, status_reason, changes, epoch, mail_policy,"
                    + " work_policy, capabilities, created_ms, grace_seconds, principal,"
                    + " authority_id) VALUES ('ada', '', '', '', '', 0, '', 'ada', 'active', 1, '',"
                    + " 1, 1, '', '', '', 1, 1, 'ada', 'a1')");
            sql.update("INSERT INTO evolution_prompt_used (principal, version) VALUES ('ada', 3)");
            return sql.update(
                "INSERT INTO chain_transaction (id, network, account, nonce, signer, kind, agent,"
                    + " raw, hash, state, signed_ms, principal, authority_id) VALUES ('c1', '1',"
                    + " '0x1', 1, 'KEY', 'rate', 'ada', '', '', 'signed', 1, 'ada', 'a1')");
          });

      SCHEMA.update(database);
      SCHEMA.update(database);

      assertThat(database.<Schema.Version>read(SCHEMA::version)).isEqualTo(SCHEMA.newest());
      assertThat(database.<List<String>>read(sql -> sql.texts("SELECT id FROM chain_transaction")))
          .containsExactly("c1");
      assertThat(
              database.<List<String>>read(
                  sql -> sql.texts("SELECT principal FROM evolution_prompt_used")))
          .containsExactly("ada");
    }
  }

  @Test
  void tablesThatBelongedToTheProgramAreRecordedForTheirFeature(@TempDir Path folder) {
    try (Database database = SqliteDatabase.open(folder.resolve("society.db"), (_, _) -> {})) {
      SCHEMA.update(database);
      database.write(
          sql -> {
            sql.update(
                "DELETE FROM society_feature WHERE name NOT IN ('a2a', 'acp', 'channels',"
                    + " 'relay')");
            sql.update("INSERT INTO authority (id, document, last_ms) VALUES ('a1', '{}', 0)");
            return sql.update(
                "INSERT INTO offer (id, way, peer, peer_endpoint, peer_id, task, attempt, fence,"
                    + " state, created_ms, expires_ms, principal, authority_id) VALUES ('o1', 'in',"
                    + " '', '', '', '', 0, 0, 'accepted', 1, 1, '', 'a1')");
          });

      SCHEMA.update(database);

      assertThat(database.<Schema.Version>read(SCHEMA::version)).isEqualTo(SCHEMA.newest());
      assertThat(database.<List<String>>read(sql -> sql.texts("SELECT id FROM offer")))
          .containsExactly("o1");
    }
    assertThat(SCHEMA.of(46, new TreeMap<>(Map.of("chain", 1))).features())
        .containsEntry("offers", 2);
  }

  @Test
  void aDroppedTableIsListedOnlyForEarlierVersions() {
    assertThat(SCHEMA.tables(SCHEMA.before(23))).contains("agent_archive", "hook_told");
    assertThat(SCHEMA.tables(SCHEMA.before(24)))
        .doesNotContain("agent_archive", "hook_told")
        .contains("agent");
    assertThat(SCHEMA.columns("told_ms")).isEmpty();
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
