package org.sovereignbook.sbp.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SchemaTest {
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
    assertThat(Schema.sealed()).containsExactly(new Schema.Column("agent", "sealed_key"));
  }
}
