package org.sovereignbook.sbp.authority.ledger;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.UtcTime;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Pages of an export: all events, and one page each for all tasks, all mail and so on, with their
 * texts. Text that a person or agent wrote is in code blocks that it cannot end, without characters
 * that could hide something.
 */
record SocietyPages(Path folder, Sql sql) {
  private static final Pattern PAGE = Pattern.compile("[a-z][a-z_]{0,39}");
  private static final Pattern BACKTICKS = Pattern.compile("`+");
  private static final String CONTENT = "content";
  private static final String OF_ALL = "# The society of a node";
  private static final String OF_EVENTS = "# What happened";
  private static final String OF_KIND = "# Each ";

  void write() throws IOException {
    List<String> kinds =
        sql.texts("SELECT kind FROM event_subject UNION SELECT subject_kind FROM content").stream()
            .filter(kind -> PAGE.matcher(kind).matches() && !kind.equals(CONTENT))
            .sorted()
            .toList();
    try (BufferedWriter page = page("README")) {
      readme(page, kinds);
    }
    try (BufferedWriter page = page("events")) {
      put(page, OF_EVENTS, "");
      events(page, "", "ORDER BY seq");
    }
    for (String kind : kinds) {
      try (BufferedWriter page = page(kind + "s")) {
        subjects(page, kind);
      }
    }
  }

  /**
   * Returns whether a file is a page of an export, by its first line; other files are the user's
   * own.
   */
  static boolean isPage(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      String first = lines.findFirst().orElse("");
      return first.equals(OF_ALL) || first.equals(OF_EVENTS) || first.startsWith(OF_KIND);
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  private BufferedWriter page(String name) throws IOException {
    return SocietyFolder.writer(folder.resolve(name + ".md"));
  }

  private void readme(BufferedWriter page, List<String> kinds) throws IOException {
    put(
        page,
        OF_ALL,
        "",
        "Written by `sbp society export`. `tables/` has every row of every table as JSON Lines,"
            + " from",
        "which `sbp society import` makes the society again; the pages are for reading.",
        "",
        "- [events](events.md): what happened, in order");
    for (String kind : kinds) {
      put(
          page,
          "- [%1$ss](%1$ss.md): each %1$s, with what happened to it and what was said"
              .formatted(kind));
    }
  }

  private void subjects(BufferedWriter page, String kind) throws IOException {
    put(page, OF_KIND + kind);
    List<String> ids =
        sql.texts(
            "SELECT subject FROM (SELECT subject FROM event_subject WHERE kind = ?"
                + " UNION SELECT subject FROM content WHERE subject_kind = ?) AS all_subjects"
                + " ORDER BY subject"
                + sql.dialect().byteOrder(),
            kind,
            kind);
    for (String id : ids) {
      put(page, "", "## " + inert(id), "");
      events(
          page,
          " JOIN event_subject s ON s.event_id = event.id",
          "WHERE s.kind = ? AND s.subject = ? ORDER BY seq",
          kind,
          id);
      StoredContent.ROWS.each(
          sql,
          "WHERE subject_kind = ? AND subject = ? ORDER BY at_ms, id" + sql.dialect().byteOrder(),
          content -> text(page, content),
          kind,
          id);
    }
  }

  private void events(BufferedWriter page, String join, String where, Object... parameters) {
    sql.each(
        "SELECT DISTINCT seq, event.id, at_ms, event.kind, principal, metadata FROM event"
            + join
            + " "
            + where,
        row -> {
          String metadata = row.text(6);
          put(
              page,
              "- %s %s for %s: %s%s"
                  .formatted(
                      time(row.number(3)),
                      inert(row.text(4)),
                      inert(row.text(5)),
                      inert(row.text(2)),
                      metadata.equals("{}")
                          ? ""
                          : " " + inert(JsonWriter.compact(Transaction.json(metadata)))));
        },
        parameters);
  }

  private static void text(BufferedWriter page, StoredContent content) {
    put(
        page,
        "",
        "%s, %s, %d bytes%s"
            .formatted(
                inert(content.field()),
                UtcTime.text(content.at()),
                content.bytes(),
                content.erasedAt().map(at -> ", erased " + UtcTime.text(at)).orElse(":")));
    content
        .text()
        .ifPresent(
            text -> {
              String fence = fence(text);
              put(page, "", fence + "text");
              text.lines().map(PeerText::harmless).forEach(line -> put(page, line));
              put(page, fence);
            });
  }

  /** Returns a fence with one more backtick than the longest run in the text. */
  private static String fence(String text) {
    int longest =
        BACKTICKS.matcher(text).results().mapToInt(run -> run.group().length()).max().orElse(0);
    return "`".repeat(Math.max(3, longest + 1));
  }

  private static String time(long ms) {
    return Timestamp.ofMillis(ms).toString();
  }

  private static String inert(String text) {
    return PeerText.inMarkdown(PeerText.plain(text));
  }

  private static void put(BufferedWriter page, String... lines) {
    try {
      for (String line : lines) {
        page.write(line);
        page.write('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
