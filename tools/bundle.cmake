# Makes ENTRY.js and ENTRY.css of every WEB/ENTRY/main.js and what it imports:
# cmake -DWEB=web -DOUTPUT=build/web -DENTRIES="report|live" -DNPM=/usr/bin/npm -P bundle.cmake
# Packages of others come from the registry that npm is set to, exactly those of the lock file. With NPM empty nothing is
# fetched: the scripts of the pages then only say that they are not there.
string(REPLACE "|" ";" entries "${ENTRIES}")
file(MAKE_DIRECTORY "${OUTPUT}")
if(NPM STREQUAL "")
  foreach(entry IN LISTS entries)
    configure_file("${WEB}/absent.js" "${OUTPUT}/${entry}.js" COPYONLY)
    file(READ "${WEB}/common/theme.css" theme)
    file(READ "${WEB}/${entry}/page.css" style)
    file(WRITE "${OUTPUT}/${entry}.css" "${theme}${style}")
  endforeach()
  return()
endif()

# only when the packages asked for are others than those that are there
file(SHA256 "${WEB}/package-lock.json" wanted)
set(installed "")
if(EXISTS "${OUTPUT}/installed.txt")
  file(READ "${OUTPUT}/installed.txt" installed)
endif()
if(NOT installed STREQUAL wanted)
  file(COPY "${WEB}/package.json" "${WEB}/package-lock.json" DESTINATION "${OUTPUT}")
  execute_process(COMMAND "${NPM}" ci --ignore-scripts --no-audit --no-fund --loglevel=error
                  WORKING_DIRECTORY "${OUTPUT}" RESULT_VARIABLE failure)
  if(failure)
    message(FATAL_ERROR "npm could not install the packages of web/package-lock.json (${failure}); check the network, or "
                        "configure with -DOLDHAM_WEB=OFF: pages then have no interactive plots")
  endif()
  file(WRITE "${OUTPUT}/installed.txt" "${wanted}")
endif()

set(ENV{NODE_PATH} "${OUTPUT}/node_modules")
foreach(entry IN LISTS entries)
  file(REMOVE "${OUTPUT}/${entry}.css")
  execute_process(
    COMMAND "${OUTPUT}/node_modules/.bin/esbuild" "${WEB}/${entry}/main.js" --bundle --minify --format=iife
            --target=es2020 --legal-comments=inline --log-level=warning "--outfile=${OUTPUT}/${entry}.js"
    RESULT_VARIABLE failure)
  if(failure)
    message(FATAL_ERROR "esbuild could not bundle web/${entry}/main.js; what it says is above")
  endif()
  file(TOUCH "${OUTPUT}/${entry}.css")
endforeach()
