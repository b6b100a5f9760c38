package org.sovereignbook.sbp.authority.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowsTest {
  private record Place(String shelf, int number) {}

  private record Book(
      long id,
      String title,
      boolean isLent,
      TimeUnit unit,
      Optional<Long> readMs,
      Optional<Place> place,
      List<String> words) {}

  private static final Rows<Book> BOOKS =
      new Rows<>(
          "book",
          Book.class,
          Map.of("unit", "unit_word", "place.number", "shelf_number"),
          Map.of(List.class, text -> List.of(text.split(" ", -1))));

  @TempDir Path folder;

  @Test
  void aRowIsReadByTheNamesOfTheComponents() {
    assertThat(books("1, 'A \u001a0000 title', 1, 'days', 7, 'top', 3, 'a b'"))
        .containsExactly(
            new Book(
                1,
                "A \0 title",
                true,
                TimeUnit.DAYS,
                Optional.of(7L),
                Optional.of(new Place("top", 3)),
                List.of("a", "b")));
  }

  @Test
  void nullIsAnEmptyOptionalARecordThatIsNotThereOrZero() {
    assertThat(books("NULL, '', NULL, 'days', NULL, NULL, 3, ''"))
        .containsExactly(
            new Book(0, "", false, TimeUnit.DAYS, Optional.empty(), Optional.empty(), List.of("")));
  }

  @Test
  void nullIsNoText() {
    assertThatThrownBy(() -> books("1, NULL, 1, 'days', 7, 'top', 3, ''"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("shelf_number");
  }

  @Test
  void aWordThatAnEnumDoesNotHaveIsRefused() {
    assertThatThrownBy(() -> books("1, '', 1, 'moons', 7, 'top', 3, ''"))
        .hasMessageContaining("moons");
  }

  private List<Book> books(String values) {
    try (Database database = SqliteDatabase.open(folder.resolve("books.db"), (_, _) -> {})) {
      return database.write(
          sql -> {
            sql.script(
                "CREATE TABLE book (id, title, is_lent, unit_word, read_ms, shelf, shelf_number,"
                    + " words)");
            sql.update("INSERT INTO book VALUES (" + values + ")");
            return BOOKS.list(sql, "WHERE title IS NULL OR title <> ? ORDER BY id", "another");
          });
    }
  }
}
