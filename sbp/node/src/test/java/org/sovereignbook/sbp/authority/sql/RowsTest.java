package org.sovereignbook.sbp.authority.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;

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
          new Rows.Form<>(
              List.class,
              text -> List.of(text.split(" ", -1)),
              list -> String.join(" ", ((List<?>) list).stream().map(Object::toString).toList())));

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

  @Test
  void anInsertedRowIsReadAsTheSameRecord() {
    Loan whole =
        new Loan(
            9,
            "top",
            Instant.ofEpochMilli(1_700_000_000_123L),
            Optional.of(Timestamp.ofMillis(1_700_000_001_000L)),
            true,
            Optional.of(TimeUnit.DAYS),
            Optional.of(new Place("top", 3)),
            JsonObject.empty().with("b", 1).with("a", 2),
            Optional.of(4),
            7);
    Loan bare =
        new Loan(
            8,
            "low",
            Instant.EPOCH,
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty(),
            JsonObject.empty(),
            Optional.empty(),
            0);
    within(
        sql -> {
          LOANS.insert(sql, whole, new Note("a \0 note"));
          LOANS.insert(sql, bare, new Note(""));

          assertThat(LOANS.list(sql, "ORDER BY number"))
              .containsExactly(whole.numbered(1), bare.numbered(2));
          assertThat(sql.texts("SELECT note FROM loan ORDER BY number"))
              .containsExactly("a \0 note", "");
          assertThat(sql.number("SELECT lent_ms FROM loan WHERE number = 1"))
              .isEqualTo(1_700_000_000_123L);
          assertThat(sql.number("SELECT due_ms FROM loan WHERE number = 1"))
              .isEqualTo(1_700_000_001_000L);
          assertThat(sql.texts("SELECT more FROM loan WHERE number = 1"))
              .containsExactly("{\"a\":2,\"b\":1}");
        });
  }

  @Test
  void aRowIsInsertedOnceUnlessItsKeyIsNew() {
    within(
        sql -> {
          assertThat(SEATS.insertIfNew(sql, new Seat("a", 1, 5))).isTrue();
          assertThat(SEATS.insertIfNew(sql, new Seat("a", 1, 6))).isFalse();
          assertThat(SEATS.insertIfNew(sql, new Seat("a", 2, 7))).isTrue();
          assertThat(SEATS.list(sql, "ORDER BY number"))
              .containsExactly(new Seat("a", 1, 5), new Seat("a", 2, 7));
        });
  }

  @Test
  void aPutRowReplacesTheOneOfItsKey() {
    within(
        sql -> {
          SEATS.put(sql, new Seat("a", 1, 5));
          SEATS.put(sql, new Seat("a", 2, 6));
          SEATS.put(sql, new Seat("a", 1, 7));

          assertThat(SEATS.list(sql, "ORDER BY number"))
              .containsExactly(new Seat("a", 1, 7), new Seat("a", 2, 6));
        });
  }

  /** Row with a component of each kind. */
  private record Loan(
      @Rows.Serial long number,
      String shelf,
      Instant lentAt,
      Optional<Timestamp> due,
      @Shape.Hidden boolean isLate,
      Optional<TimeUnit> unit,
      Optional<Place> place,
      JsonObject more,
      Optional<Integer> renewals,
      long fence) {
    Loan numbered(long other) {
      return new Loan(other, shelf, lentAt, due, isLate, unit, place, more, renewals, fence);
    }
  }

  private record Note(String note) {}

  private static final Rows<Loan> LOANS =
      new Rows<>(
          "loan", Loan.class, Map.of("place.shelf", "to_shelf", "place.number", "to_number"));

  private record Seat(@Rows.Key String room, @Rows.Key int number, long taken) {}

  private static final Rows<Seat> SEATS = new Rows<>("seat", Seat.class);

  private void within(Consumer<Sql> work) {
    try (Database database = SqliteDatabase.open(folder.resolve("loans.db"), (_, _) -> {})) {
      boolean _ =
          database.write(
              sql -> {
                sql.script(
                    "CREATE TABLE loan (number INTEGER PRIMARY KEY, shelf, lent_ms, due_ms,"
                        + " is_late, unit, to_shelf, to_number, more, renewals, fence, note);"
                        + "CREATE TABLE seat (room, number, taken, PRIMARY KEY (room, number))");
                work.accept(sql);
                return true;
              });
    }
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
