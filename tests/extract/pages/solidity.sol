// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "./Base.sol";
import {Route as R, Other} from "./Route.sol";

uint256 constant MAX_DEPTH = 8;
error NotFound(string path);
type Id is uint256;

interface IMatcher { function match_(string calldata path) external returns (bool); }
library Paths { function join(string memory a) internal pure returns (string memory) { return a; } }

/// @title Routes.
abstract contract Router is Base, IMatcher {
    using Paths for string;
    struct Entry { string path; uint256 depth; }
    enum Color { Red, Green }
    event Matched(address indexed who, string path);
    error Gone();

    uint256 public constant LIMIT = 3;
    mapping(string => Entry) private entries;
    address owner;

    modifier onlyOwner() { require(msg.sender == owner, "no"); _; }

    constructor(address first) Base(first) { owner = first; }

    /// Matches.
    function find(string memory path) public view onlyOwner returns (Entry memory found) {
        found = entries[path];
        uint256 depth = helper(MAX_DEPTH);
        emit Matched(msg.sender, path);
        path.join();
        R route = new R();
    }

    receive() external payable {}
    fallback() external {}
}

function helper(uint256 x) pure returns (uint256) { return x; }
