package org.sovereignbook.sbp.node;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/** Names of failures of files for people, who never see the words of the JDK. */
public final class FileWords {
  private static final String DAMAGED = "it is damaged";

  private static final String REFUSED = "the file system refused it";

  /** Names of classes in a message. */
  private static final Pattern OF_THE_JDK = Pattern.compile("\\b(java|sun|jdk)\\.|Exception\\b");

  private FileWords() {}

  /** Returns what went wrong, without the name of the file. */
  public static String of(IOException failure) {
    return switch (failure) {
      case AccessDeniedException _ ->
          "permission denied; check the owner and mode of the file and its folder";
      case NoSuchFileException _ -> "there is no such file or folder";
      case FileNotFoundException _ -> "there is no such file that may be opened";
      case NotDirectoryException _ -> "it is no folder";
      case FileAlreadyExistsException _ -> "it exists already";
      case DirectoryNotEmptyException _ -> "the folder is not empty";
      case FileSystemLoopException _ -> "its links lead in a circle";
      case CharacterCodingException _ -> "it is no text in UTF-8";
      case ZipException _ -> DAMAGED;
      case EOFException _ -> DAMAGED;
      default -> bySystem(failure);
    };
  }

  private static String bySystem(IOException failure) {
    String text = Optional.ofNullable(failure.getMessage()).orElse("");
    if (text.contains("No space left")) {
      return "the disk is full; free some space and run again";
    }
    if (failure.getCause() instanceof IOException cause) {
      return of(cause);
    }
    if (failure instanceof FileSystemException system) {
      return Optional.ofNullable(system.getReason()).orElse(REFUSED);
    }
    return ownWords(failure).orElse(REFUSED);
  }

  /** Returns the message of a failure, unless it speaks of classes of the JDK. */
  public static Optional<String> ownWords(Throwable failure) {
    return Optional.ofNullable(failure.getMessage())
        .filter(text -> !text.isBlank() && !OF_THE_JDK.matcher(text).find());
  }
}
