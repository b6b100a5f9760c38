package org.sovereignbook.sbp.authority.ledger;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.authority.sql.StoredTable;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.FileWords;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Export of a society as files: {@code tables/NAME.jsonl}, one row per line, from which it can be
 * restored, and pages in Markdown for people. Equal societies have equal bytes, in any database.
 * {@code manifest.json} is written last, so that an interrupted export does not count as one.
 *
 * @param features those of the node that it is made of, or read into
 */
public record SocietyFolder(Path folder, Features features) {
  private static final int FORMAT = 1;
  private static final String MANIFEST = "manifest.json";
  private static final String TABLES = "tables";

  /** Limit for a line, which is read as a whole; content is far smaller. */
  private static final int MAX_LINE_CHARACTERS = 64 << 20;

  /**
   * Description of an export.
   *
   * @param version the version of the program's tables
   * @param features the versions of the tables of features; absent in those of version 45 and
   *     before
   * @param withKeys whether it contains the agents' private keys, sealed
   */
  public record Manifest(
      int format,
      int version,
      Optional<SortedMap<String, Integer>> features,
      boolean withKeys,
      List<SocietyTables.Digest> tables) {
    public Manifest {
      tables = List.copyOf(tables);
    }

    public long rows() {
      return tables.stream().mapToLong(SocietyTables.Digest::rows).sum();
    }
  }

  /**
   * Writes a snapshot of the society.
   *
   * @throws NodeException when the folder has other content
   */
  public Manifest write(Database database, boolean withKeys) {
    Schema schema = schema();
    schema.update(database);
    Schema.Version _ = database.read(sql -> schema.knownVersion(sql, database.location()));
    try {
      prepare();
      Manifest manifest =
          database.snapshot(
              sql -> {
                List<SocietyTables.Digest> tables = tables(sql, withKeys);
                try {
                  new SocietyPages(folder, sql).write();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
                Schema.Version version = schema.knownVersion(sql, database.location());
                return new Manifest(
                    FORMAT, version.society(), Optional.of(version.features()), withKeys, tables);
              });
      write(MANIFEST, JsonWriter.file(Shape.write(manifest)));
      return manifest;
    } catch (IOException e) {
      throw new DiskException("cannot write the export in", folder, e);
    } catch (UncheckedIOException e) {
      throw new DiskException(
          "cannot write the export in", folder, Objects.requireNonNull(e.getCause()));
    }
  }

  private Schema schema() {
    return Schema.of(features);
  }

  /** Deletes an earlier export; any other content stays untouched, with an error. */
  private void prepare() throws IOException {
    Path manifest = folder.resolve(MANIFEST);
    if (Files.isDirectory(folder) && !(Files.exists(manifest) ? isExport() : isOurs())) {
      throw new NodeException(
          folder + " has files that are no export; choose a new folder, or an earlier export");
    }
    Files.deleteIfExists(manifest);
    OwnerOnly.makeFolder(folder);
    OwnerOnly.makeFolder(folder.resolve(TABLES));
    delete(folder.resolve(TABLES), "*.jsonl", _ -> true);
    delete(folder, "*.md", SocietyPages::isPage);
  }

  /** A readable manifest alone does not make an export; its format must be ours. */
  private boolean isExport() {
    try {
      return manifest().format() == FORMAT;
    } catch (NodeException | StoreException e) {
      return false;
    }
  }

  /** Returns whether the folder has only the files that an interrupted export leaves. */
  private boolean isOurs() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (!name.equals(TABLES) && !name.endsWith(".md")) {
          return false;
        }
      }
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      return !all.iterator().hasNext() || Files.isDirectory(folder.resolve(TABLES));
    }
  }

  private static void delete(Path in, String glob, Predicate<Path> which) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(in, glob)) {
      for (Path file : files) {
        if (which.test(file)) {
          Files.delete(file);
        }
      }
    }
  }

  private List<SocietyTables.Digest> tables(Sql sql, boolean withKeys) throws SQLException {
    List<Schema.Column> sealed = schema().sealed();
    List<SocietyTables.Digest> tables = new ArrayList<>();
    for (String name : schema().tables(schema().newest())) {
      SocietyTables.Lines lines = new SocietyTables.Lines();
      StoredTable table = StoredTable.of(sql, name);
      String[] left =
          table.columns().stream()
              .map(StoredTable.Column::name)
              .filter(column -> !withKeys && sealed.contains(new Schema.Column(name, column)))
              .toArray(String[]::new);
      try (BufferedWriter file = writer(file(name))) {
        table.rows(
            sql,
            row -> {
              String line = JsonWriter.compact(row.without(left));
              lines.add(line);
              put(file, line);
            });
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      tables.add(lines.digest(name));
    }
    return tables;
  }

  private Path file(String table) {
    return folder.resolve(TABLES).resolve(table + ".jsonl");
  }

  private static void put(BufferedWriter file, String line) {
    try {
      file.write(line);
      file.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static BufferedWriter writer(Path file) throws IOException {
    Files.createFile(file, OwnerOnly.file(file.resolveSibling("")));
    return Files.newBufferedWriter(file, StandardCharsets.UTF_8);
  }

  private void write(String name, String text) throws IOException {
    try (BufferedWriter file = writer(folder.resolve(name))) {
      file.write(text);
    }
  }

  /**
   * Reads the manifest.
   *
   * @throws NodeException when the folder is no export, or one of a newer program
   */
  public Manifest manifest() {
    Path file = folder.resolve(MANIFEST);
    try {
      JsonObject json = (JsonObject) JsonReader.file(Files.readAllBytes(file));
      Manifest manifest = Shape.of(Manifest.class).read(json);
      if (manifest.format() != FORMAT || manifest.version() > Schema.NEWEST) {
        throw Schema.newer(folder.toString(), manifest.version());
      }
      return manifest;
    } catch (IOException e) {
      throw new NodeException(
          folder + " is no export of a society: " + MANIFEST + " cannot be read");
    } catch (MalformedJson | Misfit | ClassCastException e) {
      throw new NodeException(file + " is damaged: " + e.getMessage());
    }
  }

  /**
   * Replaces the society of a database by that of the export, completely or not at all.
   *
   * @throws NodeException when a file differs from the manifest or has an invalid row; the message
   *     names the place
   */
  public Manifest read(Database into) {
    Manifest manifest = manifest();
    Schema.Version version =
        manifest
            .features()
            .map(each -> schema().of(manifest.version(), each))
            .orElseGet(() -> schema().before(manifest.version()));
    schema().requireKnown(version, folder.toString());
    new SocietyTables(features).fill(into, version, (table, to) -> read(manifest, table, to));
    return manifest;
  }

  private void read(Manifest manifest, String table, StoredTable.RowTaker to) throws SQLException {
    Path file = file(table);
    SocietyTables.Lines lines = new SocietyTables.Lines();
    long number = 0;
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      for (Optional<String> line = line(reader); line.isPresent(); line = line(reader)) {
        number++;
        lines.add(line.get());
        to.take((JsonObject) JsonReader.file(line.get().getBytes(StandardCharsets.UTF_8)));
      }
    } catch (MalformedJson | ClassCastException | StoredTable.WrongRow e) {
      throw new NodeException(file + ":" + number + ": " + e.getMessage());
    } catch (IOException e) {
      throw new NodeException(file + " cannot be read: " + FileWords.of(e));
    }
    if (!manifest.tables().contains(lines.digest(table))) {
      throw new NodeException(
          file
              + " is not as "
              + MANIFEST
              + " says: it is damaged, or was changed; nothing was read");
    }
  }

  private static Optional<String> line(BufferedReader reader) throws IOException {
    StringBuilder line = new StringBuilder();
    int c = reader.read();
    if (c < 0) {
      return Optional.empty();
    }
    while (c >= 0 && c != '\n') {
      if (line.length() == MAX_LINE_CHARACTERS) {
        throw new IOException("a line has more than " + MAX_LINE_CHARACTERS + " characters");
      }
      line.append((char) c);
      c = reader.read();
    }
    return Optional.of(line.toString());
  }
}
