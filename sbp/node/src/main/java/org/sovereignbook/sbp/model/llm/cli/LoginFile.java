package org.sovereignbook.sbp.model.llm.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.node.UserFolders;

/**
 * File in which a coding CLI keeps the login of its user.
 *
 * @param carriedTo the path below {@link CodingCli.Run#support} where a run finds its copy
 * @param folderVariable the environment variable that moves the program's folder
 * @param inFolder the path below that folder
 * @param inHome the path below the home folder when the variable is not set
 */
public record LoginFile(String carriedTo, String folderVariable, String inFolder, String inHome) {

  /** Finds the login of the user with this environment. */
  Optional<Path> find(Map<String, String> environment) {
    UserFolders folders = UserFolders.of(environment);
    return folders
        .absolute(folderVariable)
        .map(folder -> folder.resolve(inFolder))
        .or(() -> folders.absolute("HOME").map(home -> home.resolve(inHome)))
        .filter(Files::isRegularFile);
  }
}
